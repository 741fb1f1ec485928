import { expect, test } from "bun:test";

import type { Contents } from "#contract/reading.ts";
import { serveApi } from "#tests/support/web.tsx";

import { searchBook, type SearchHit } from "./search.ts";

const LINES =
  "The mouse attended everything. It was guilt, at first, until the CAFÉ closed and everybody in it had gone home.";

async function findHits(words: string, text = LINES, missingSections: Contents["sections"] = []): Promise<SearchHit[]> {
  const page = `<html><head><title/></head><body><p>${text}</p></body></html>`;
  const html = { headers: { "content-type": "text/html" } };
  serveApi({ "GET /api/books/7/text/c1.xhtml": () => new Response(page, html) });
  const section = { index: missingSections.length, href: "c1.xhtml", length: Array.from(text).length, linear: true };
  const contents: Contents = {
    title: "Table",
    sections: [...missingSections, section],
    toc: [],
    pages: [],
    files: [],
    length: section.length,
    language: null,
    direction: null,
    layout: "reflowable",
    version: "1",
    edition: null,
  };
  const hits: SearchHit[] = [];
  for await (const hit of searchBook({ bookId: 7, contents }, words, new AbortController().signal)) hits.push(...hit);
  return hits;
}

test("finds text in any case or accents, with whole words", async () => {
  expect(await findHits("cafe")).toEqual([
    {
      section: 0,
      fraction: LINES.indexOf("CAFÉ") / LINES.length,
      before: "It was guilt, at first, until the ",
      match: "CAFÉ",
      after: " closed and everybody in it had gone",
    },
  ]);
});

test.each([
  ["“don’t,” she said—and left", `"Don't," she said -- and left`, "don’t,” she said—and left"],
  ["it was every\u00ADthing", "every-\nthing", "every\u00ADthing"],
  ["a well-known mouse", "well- known mouse", "well-known mouse"],
  ["a well-known mouse", "WELL\u2010KNOWN", "well-known"],
  ["a well‑known mouse", "wellknown", "well‑known"],
  ["one – two — three", "one - two-- three", "one – two — three"],
  ["the ﬁrst co\u0308at", "first cöat", "ﬁrst co\u0308at"],
  ["‘Wait…’ 🍷 He drank.", "wait... 🍷 he", "Wait…’ 🍷 He"],
])("in %p, the words %p are found", async (text, words, match) => {
  expect((await findHits(words, text)).map((hit) => hit.match)).toEqual([match]);
});

test("finds each repeated match, and nothing for a dash", async () => {
  const hits = await findHits("the mouse", "The mouse came. Then — “the  mouse” left.");
  expect(hits.map(({ before, after }) => [before, after])).toEqual([
    ["", " came. Then — “the mouse” left."],
    ["The mouse came. Then — “", "” left."],
  ]);
  expect(await findHits("—")).toEqual([]);
});

test("continues a search after a damaged chapter", async () => {
  const missingSections = { index: 0, href: "c0.xhtml", length: 0, linear: true };
  expect((await findHits("cafe", LINES, [missingSections])).map(({ section }) => section)).toEqual([1]);
});
