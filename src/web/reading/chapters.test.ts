import { expect, test } from "bun:test";

import type { Contents, TocEntry } from "#contract/reading.ts";

import { chapterAtCodePoint, findAdjacentChapter } from "./chapters.ts";

const createEntry = (title: string, section: number, start: number): TocEntry => {
  return { title, section, start, fragment: null, level: 0 };
};
/** A cover, two chapters with a plate between them, and the last section. */
const createContents = (toc: TocEntry[]): Contents => ({
  title: "The Long Table",
  sections: [0, 900, 0, 700].map((length, index) => ({ index, href: `${index}.xhtml`, length, linear: true })),
  toc,
  pages: [],
  files: [],
  length: 1600,
  language: "en",
  direction: null,
  layout: "reflowable",
  version: "1",
  edition: null,
});
const chapters = [createEntry("One", 1, 0), createEntry("Two", 3, 900)];
const COVER = { offset: 0, section: 0 };
const PLATE = { offset: 900, section: 2 };

test("doesn't count a cover as part of the chapter that follows", () => {
  const bookContents = createContents(chapters);
  expect(chapterAtCodePoint(bookContents, COVER.offset, COVER.section)).toBeNull();
  expect(findAdjacentChapter(bookContents, COVER, "next")?.title).toBe("One");
  expect(findAdjacentChapter(bookContents, { offset: 0, section: 1 }, "next")?.title).toBe("Two");
});

test("counts a plate as the end of the chapter before it", () => {
  const bookContents = createContents(chapters);
  expect(chapterAtCodePoint(bookContents, PLATE.offset, PLATE.section)).toMatchObject({ title: "One", end: 900 });
  expect(findAdjacentChapter(bookContents, PLATE, "next")?.title).toBe("Two");
});

test("names a cover that has its own entry", () => {
  const bookContents = createContents([createEntry("Cover", 0, 0), ...chapters]);
  expect(chapterAtCodePoint(bookContents, COVER.offset, COVER.section)).toMatchObject({ title: "Cover", end: 0 });
  expect(chapterAtCodePoint(bookContents, 0, 1)).toMatchObject({ title: "One", end: 900 });
});

test("puts a position without section into the last chapter", () => {
  const bookContents = createContents(chapters);
  expect(chapterAtCodePoint(bookContents, 0)?.title).toBe("One");
  expect(chapterAtCodePoint(bookContents, 900)?.title).toBe("Two");
});
