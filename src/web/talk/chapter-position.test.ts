import { expect, test } from "bun:test";

import type { Notes } from "#contract/notes.ts";
import type { Contents } from "#contract/reading.ts";

import { chapterAtFraction, chaptersOf, notesAheadText, placeText, toNotePosition } from "./chapter-position.ts";

const entry = (title: string, start: number | null) => ({ title, start, section: 0, fragment: null, level: 0 });
const contents: Contents = {
  title: "Emma",
  sections: [],
  pages: [],
  files: [],
  toc: [entry("Title page", 0), entry("Chapter 1", 100), entry("Chapter 2: The Ball", 500), entry("Lost", null)],
  length: 1000,
  language: null,
  direction: null,
  layout: "reflowable",
  version: "1",
  edition: null,
};
const chapters = chaptersOf(contents);

test("names the chapter by title, with the titles' numbers", () => {
  expect(chapters.map(({ number }) => number)).toEqual([null, "1", "2"]);
  expect(placeText(chapters, 0.5)).toBe("Chapter 2: The Ball");
  expect(placeText([], 0.357)).toBe("35%");
});

test("doesn't begin the next chapter at a chapter's end", () => {
  const [, first, second] = chapters;
  expect(chapterAtFraction(chapters, first?.endFraction ?? 0)?.title).toBe("Chapter 1");
  expect(second?.endFraction).toBe(1);
});

const notesWith = (reached: number, ...ahead: Notes["ahead"]): Notes => ({ reached, ahead, open: false, notes: [] });

test("shows the count ahead, and the numbers in titles", () => {
  expect(notesAheadText(notesWith(0), chapters)).toBeNull();
  expect(notesAheadText(notesWith(0, { chapter: 2, count: 1 }), chapters)).toBe("1 note ahead of you, in chapter 2");
  const counts = [1, 2].map((chapter) => ({ chapter, count: 2 }));
  expect(notesAheadText(notesWith(0, ...counts), chapters)).toBe("4 notes ahead of you, in chapters 1 and 2");
  expect(notesAheadText(notesWith(0, { chapter: null, count: 2 }), [])).toBe("2 notes ahead of you");
  expect(notesAheadText(notesWith(0, { chapter: 2, count: 2 }), [])).toBe("2 notes ahead of you");
});

test("shows how many chapters ahead without numbers", () => {
  const titles = ["Opening", "Rain", "Wine", "Cheese"];
  const chaptersWithoutNumbers = chaptersOf({ ...contents, toc: titles.map((title, at) => entry(title, at * 250)) });
  const ahead = [
    { chapter: 3, count: 1 },
    { chapter: 2, count: 2 },
  ];
  const inWords = (reached: number) => notesAheadText(notesWith(reached, ...ahead), chaptersWithoutNumbers);
  expect(inWords(0.1)).toBe("3 notes ahead of you, the first 2 chapters from here");
  expect(inWords(0.3)).toBe("3 notes ahead of you, the first in the next chapter");
  expect(inWords(0.5)).toBe("3 notes ahead of you, the first in this chapter");
  expect(notesAheadText(notesWith(0, { chapter: 3, count: 1 }), chaptersWithoutNumbers)).toBe(
    "1 note ahead of you, 3 chapters from here",
  );
});

test("counts a position just ahead in the chapter as reached", () => {
  expect(toNotePosition(chapters, 0.703, 0.7)).toBe(0.7);
  expect(toNotePosition(chapters, 0.3, 0.7)).toBe(0.3);
  expect(toNotePosition(chapters, 0.8, 0.7)).toBe(0.8);
  expect(toNotePosition(chapters, 0.501, 0.499)).toBe(0.501);
  expect(toNotePosition([], 0.304, 0.3)).toBe(0.3);
});
