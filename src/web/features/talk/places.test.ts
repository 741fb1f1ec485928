import { expect, test } from "bun:test";

import type { Contents } from "#contract/reading.ts";

import { chapterAtFraction, chaptersOf, countedPlace, notesAheadText, placeText } from "./places.ts";

const line = (title: string, start: number | null) => ({ title, start, section: 0, fragment: null, level: 0 });
const contents: Contents = {
  title: "Emma",
  sections: [],
  files: [],
  toc: [line("Title page", 0), line("Chapter 1", 100), line("Chapter 2: The Ball", 500), line("Lost", null)],
  length: 1000,
  language: null,
  direction: null,
  layout: "reflowable",
  version: "1",
};
const chapters = chaptersOf(contents);

test("a place is told by its chapter's title; numbers are those of the titles, else of the contents", () => {
  expect(chapters.map(({ number }) => number)).toEqual([1, 1, 2]);
  expect(placeText(chapters, 0.5)).toBe("Chapter 2: The Ball");
  expect(placeText([], 0.357)).toBe("35%");
});

test("reading a chapter to its end doesn't begin the next one", () => {
  const [, first, second] = chapters;
  expect(chapterAtFraction(chapters, first?.ends ?? 0)?.title).toBe("Chapter 1");
  expect(second?.ends).toBe(1);
});

test("shows only the number of notes ahead", () => {
  expect(notesAheadText([], chapters)).toBeNull();
  expect(notesAheadText([{ chapter: 2, count: 1 }], chapters)).toBe("1 note ahead of you, in chapter 2");
  const ahead = [
    { chapter: 8, count: 2 },
    { chapter: 11, count: 1 },
  ];
  expect(notesAheadText(ahead, [])).toBe("3 notes ahead of you, in chapters 9 and 12");
  expect(notesAheadText([{ chapter: null, count: 2 }], [])).toBe("2 notes ahead of you");
});

test("a place just ahead in the same chapter counts as yours; a jump or the next chapter doesn't", () => {
  expect(countedPlace(chapters, 0.703, 0.7)).toBe(0.7);
  expect(countedPlace(chapters, 0.3, 0.7)).toBe(0.3);
  expect(countedPlace(chapters, 0.8, 0.7)).toBe(0.8);
  expect(countedPlace(chapters, 0.501, 0.499)).toBe(0.501);
  expect(countedPlace([], 0.304, 0.3)).toBe(0.3);
});
