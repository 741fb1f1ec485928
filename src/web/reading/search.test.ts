import { expect, it } from "bun:test";

import type { Contents } from "#contract/reading.ts";
import { serveApi } from "#tests/support/web.tsx";

import { searchBook, type SearchHit } from "./search.ts";

it("finds words ignoring case and accents, with whole words around them", async () => {
  const text =
    "The mouse attended everything. It was guilt, at first, until the CAFÉ closed and everybody in it had gone home.";
  const page = `<html><head><title/></head><body><p>${text}</p></body></html>`;
  const html = { headers: { "content-type": "text/html" } };
  serveApi({ "GET /api/books/7/text/c1.xhtml": () => new Response(page, html) });
  const section = { index: 0, href: "c1.xhtml", length: text.length, linear: true };
  const contents: Contents = {
    title: "Table",
    sections: [section],
    toc: [],
    pages: [],
    files: [],
    length: text.length,
    language: null,
    direction: null,
    layout: "reflowable",
    version: "1",
  };
  const hits: SearchHit[] = [];
  for await (const more of searchBook({ bookId: 7, contents }, "cafe", new AbortController().signal))
    hits.push(...more);
  expect(hits).toEqual([
    {
      section: 0,
      fraction: text.indexOf("CAFÉ") / text.length,
      before: "It was guilt, at first, until the ",
      match: "CAFÉ",
      after: " closed and everybody in it had gone",
    },
  ]);
});
