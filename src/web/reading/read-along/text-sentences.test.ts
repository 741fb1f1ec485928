import { expect, test } from "bun:test";

import { createTextMap } from "#web/reading/view/text-map.ts";

import { textSentences } from "./text-sentences.ts";

const parsePage = (body: string) => new DOMParser().parseFromString(`<html><body>${body}</body></html>`, "text/html");

test("splits a chapter into sentences, headings apart", () => {
  document.body.innerHTML = `<h1>Chapter I. The table</h1>
     <p>Mr. Vintner sat down. <em>“What?”</em> he said.</p>
     <div>Loose words<p>𝒜 paragraph</p>and more</div><p>* * *</p><p>The end.</p>`;
  const sentences = textSentences(document, "en");
  expect(sentences.map(({ text }) => text)).toEqual([
    "Chapter I. The table",
    "Mr. Vintner sat down.",
    "“What?” he said.",
    "Loose words",
    "𝒜 paragraph",
    "and more",
    "The end.",
  ]);
  const map = createTextMap(document);
  for (const { from, to, text } of sentences)
    expect(
      map
        .rangeAt(from, to - from)
        .toString()
        .replaceAll(/\s+/g, " ")
        .trim(),
    ).toBe(text);
});

test.each(["ja", "not a language", null])("splits text in the language %s", (language) => {
  expect(textSentences(parsePage("<p>猫がいる。犬もいる。</p>"), language).map(({ text }) => text)).toEqual([
    "猫がいる。",
    "犬もいる。",
  ]);
});

test("finds no sentences on a page without text", () => {
  expect(textSentences(parsePage('<img src="a.png" alt="A table"/>'), "en")).toEqual([]);
});

test.each([
  ["a book that is one sentence", "the fact that it goes on, ".repeat(2000)],
  ["text without a space", "𝒜".repeat(5000)],
])("splits %s into parts that voices accept", (_description, text) => {
  const parts = textSentences(parsePage(`<p>${text}</p>`), "en");
  for (const part of parts) {
    expect(part.text.length).toBeLessThanOrEqual(2000);
    expect(part.text.isWellFormed()).toBe(true);
  }
  const withoutSpace = (words: string) => words.replaceAll(/\s/g, "");
  expect(withoutSpace(parts.map((part) => part.text).join("")) === withoutSpace(text)).toBe(true);
  expect(parts.every(({ from, to, text: sentence }) => to - from === Array.from(sentence).length)).toBe(true);
});
