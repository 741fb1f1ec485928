import { expect, test } from "bun:test";

import type { PageLayer } from "./page-layer.ts";
import { createSpokenHighlight } from "./spoken-highlight.ts";
import { createTextMap } from "./text-map.ts";

function createShownPage() {
  document.body.innerHTML = "<h1>One</h1>\n<p>𝒜 table. <em>It was</em> long.</p><p>Nobody sat.</p>";
  let markedText: string | null = null;
  let blockNode: Node | null = null;
  const layer = {
    highlightSpoken: (range: Range | null) => {
      markedText = range && range.toString();
      blockNode = range && range.commonAncestorContainer;
    },
  };
  const highlight = createSpokenHighlight();
  const map = createTextMap(document);
  highlight.attach({ doc: document, section: 2, map, layer: layer as unknown as PageLayer });
  return {
    highlight,
    highlightedText: () => markedText,
    within: () => blockNode?.parentElement?.localName,
    text: map.text(),
  };
}

test("highlights the spoken sentence, counted in code points", () => {
  const { highlight, highlightedText, text } = createShownPage();
  const startCodePoint = Array.from(text.slice(0, text.indexOf("It was"))).length;
  highlight.show({ section: 2, from: startCodePoint, to: startCodePoint + "It was long.".length, sure: true });
  expect(highlightedText()).toBe("It was long.");
});

test("highlights the paragraph when unsure, nothing elsewhere", () => {
  const { highlight, highlightedText } = createShownPage();
  highlight.show({ section: 2, from: 13, to: 25, sure: false });
  expect(highlightedText()).toBe("𝒜 table. It was long.");
  highlight.show({ section: 3, from: 13, to: 25, sure: true });
  expect(highlightedText()).toBeNull();
  highlight.show({ section: 2, from: 0, to: 3, sure: true });
  expect(highlightedText()).toBe("One");
  highlight.show(null);
  expect(highlightedText()).toBeNull();
});

// foliate-js highlights only paragraphs of a range that leaves a block, and a heading has none
test("highlights a chapter's title within its heading", () => {
  const { highlight, highlightedText, within } = createShownPage();
  highlight.show({ section: 2, from: 0, to: 3, sure: true });
  expect([highlightedText(), within()]).toEqual(["One", "h1"]);
});
