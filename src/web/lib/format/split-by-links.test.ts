import { expect, test } from "bun:test";

import { splitByLinks } from "./split-by-links.ts";

const findLinks = (text: string) => splitByLinks(text).flatMap(({ text, isLink }) => (isLink ? [text] : []));

test("finds web addresses without the sentence's end", () => {
  expect(findLinks("See https://example.org/a?b=c&d=%20#e, or (HTTP://EXAMPLE.ORG). Both!")).toEqual([
    "https://example.org/a?b=c&d=%20#e",
    "HTTP://EXAMPLE.ORG",
  ]);
  expect(findLinks("“https://example.org/x” and https://example.net/\u202Ecod.exe")).toEqual([
    "https://example.org/x",
    "https://example.net/",
  ]);
});

test("recognizes nothing else as a link", () => {
  const textsWithoutLinks = [
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "http://[",
    "www.example.org",
    "ftp://a.b/c",
  ];
  for (const text of textsWithoutLinks) expect(findLinks(text)).toEqual([]);
});

test("splits any text without losing a character", () => {
  const texts = [
    "",
    "<a href='https://example.org'>no</a> https://example.org/<script>",
    "שלום https://example.org/שלום \u202E!",
    `Z\u0351\u036B\u0343 ${"🧀".repeat(4000)} https://example.org/🧀.`,
    "https://a.example https://b.example\nhttps://c.example",
  ];
  for (const text of texts)
    expect(
      splitByLinks(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
});
