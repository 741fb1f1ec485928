import { expect, test } from "bun:test";

import type { Notes } from "#contract/notes.ts";
import type { Contents } from "#contract/reading.ts";

import {
  chapterAtFraction,
  chaptersOf,
  formatChapterPosition,
  formatNotesAhead,
  toNotePosition,
} from "./chapter-position.ts";

const createEntry = (title: string, start: number | null) => ({ title, start, section: 0, fragment: null, level: 0 });
const contents: Contents = {
  title: "Emma",
  sections: [],
  pages: [],
  files: [],
  toc: [
    createEntry("Title page", 0),
    createEntry("Chapter 1", 100),
    createEntry("Chapter 2: The Ball", 500),
    createEntry("Lost", null),
  ],
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
  expect(formatChapterPosition(chapters, 0.5)).toBe("Chapter 2: The Ball");
  expect(formatChapterPosition([], 0.357)).toBe("35%");
});

test("doesn't begin the next chapter at a chapter's end", () => {
  const [, firstChapter, secondChapter] = chapters;
  expect(chapterAtFraction(chapters, firstChapter?.endFraction ?? 0)?.title).toBe("Chapter 1");
  expect(secondChapter?.endFraction).toBe(1);
});

const createNotes = (reached: number, ...notesAhead: Notes["ahead"]): Notes => ({
  reached,
  ahead: notesAhead,
  open: false,
  notes: [],
});

test("shows the count ahead, and the numbers in titles", () => {
  expect(formatNotesAhead(createNotes(0), chapters)).toBeNull();
  expect(formatNotesAhead(createNotes(0, { chapter: 2, count: 1 }), chapters)).toBe(
    "1 note ahead of you, in chapter 2",
  );
  const counts = [1, 2].map((chapter) => ({ chapter, count: 2 }));
  expect(formatNotesAhead(createNotes(0, ...counts), chapters)).toBe("4 notes ahead of you, in chapters 1 and 2");
  expect(formatNotesAhead(createNotes(0, { chapter: null, count: 2 }), [])).toBe("2 notes ahead of you");
  expect(formatNotesAhead(createNotes(0, { chapter: 2, count: 2 }), [])).toBe("2 notes ahead of you");
});

test("shows how many chapters ahead without numbers", () => {
  const titles = ["Opening", "Rain", "Wine", "Cheese"];
  const chaptersWithoutNumbers = chaptersOf({
    ...contents,
    toc: titles.map((title, at) => createEntry(title, at * 250)),
  });
  const notesAhead = [
    { chapter: 3, count: 1 },
    { chapter: 2, count: 2 },
  ];
  const formatAhead = (reached: number) =>
    formatNotesAhead(createNotes(reached, ...notesAhead), chaptersWithoutNumbers);
  expect(formatAhead(0.1)).toBe("3 notes ahead of you, the first 2 chapters from here");
  expect(formatAhead(0.3)).toBe("3 notes ahead of you, the first in the next chapter");
  expect(formatAhead(0.5)).toBe("3 notes ahead of you, the first in this chapter");
  expect(formatNotesAhead(createNotes(0, { chapter: 3, count: 1 }), chaptersWithoutNumbers)).toBe(
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
