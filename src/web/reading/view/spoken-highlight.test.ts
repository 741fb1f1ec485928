import { expect, test } from "bun:test";

import type { PageLayer } from "./page-layer.ts";
import { createSpokenHighlight } from "./spoken-highlight.ts";
import { createTextMap } from "./text-map.ts";

function createShownPage() {
  document.body.innerHTML = "<h1>One</h1>\n<p>𝒜 table. <em>It was</em> long.</p><p>Nobody sat.</p>";
  let markedText: string | null = null;
  let blockNode: Node | null = null;
  const layer = {
    markVoice: (mark: { range: Range } | null) => {
      markedText = mark && mark.range.toString();
      blockNode = mark && mark.range.commonAncestorContainer;
    },
  };
  const mark = createSpokenHighlight();
  const map = createTextMap(document);
  mark.attach({ doc: document, section: 2, map, layer: layer as unknown as PageLayer });
  return { mark, marked: () => markedText, within: () => blockNode?.parentElement?.localName, text: map.text() };
}

test("marks the spoken sentence, counted in code points", () => {
  const { mark, marked, text } = createShownPage();
  const startCodePoint = Array.from(text.slice(0, text.indexOf("It was"))).length;
  mark.show({ section: 2, from: startCodePoint, to: startCodePoint + "It was long.".length, sure: true }, "red");
  expect(marked()).toBe("It was long.");
});

test("marks the paragraph when unsure, nothing elsewhere", () => {
  const { mark, marked } = createShownPage();
  mark.show({ section: 2, from: 13, to: 25, sure: false }, "red");
  expect(marked()).toBe("𝒜 table. It was long.");
  mark.show({ section: 3, from: 13, to: 25, sure: true }, "red");
  expect(marked()).toBeNull();
  mark.show({ section: 2, from: 0, to: 3, sure: true }, "red");
  expect(marked()).toBe("One");
  mark.show(null, "red");
  expect(marked()).toBeNull();
});

// foliate-js highlights only paragraphs of a range that leaves a block, and a heading has none
test("marks a chapter's title within its heading", () => {
  const { mark, marked, within } = createShownPage();
  mark.show({ section: 2, from: 0, to: 3, sure: true }, "red");
  expect([marked(), within()]).toEqual(["One", "h1"]);
});
