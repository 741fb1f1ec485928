import { expect, test } from "bun:test";

import {
  chapterMarks,
  chapterName,
  currentChapter,
  formatCurrentChapter,
  getMarkVisibility,
  nextStart,
  previousStart,
} from "./chapters.ts";

const chapters = [
  { title: "Opening", start: 0 },
  { title: "Rain", start: 100 },
  { title: "Wine", start: 400 },
];

test("takes the last started chapter as the current one", () => {
  expect(currentChapter(chapters, 0, 1000)).toEqual({ index: 0, title: "Opening", start: 0, end: 100 });
  expect(currentChapter(chapters, 99.9, 1000)?.index).toBe(0);
  expect(currentChapter(chapters, 100, 1000)?.index).toBe(1);
  expect(currentChapter(chapters, 999, 1000)).toMatchObject({ index: 2, end: 1000 });
  expect(currentChapter([], 5, 1000)).toBeNull();
});

test("shows the time left in the chapter at the chosen speed", () => {
  const now = currentChapter(chapters, 160, 1000);
  expect(now && formatCurrentChapter(now, 160, 1)).toBe("4 min left in this chapter");
  expect(now && formatCurrentChapter(now, 160, 2)).toBe("2 min left in this chapter");
  expect(now && formatCurrentChapter(now, 399.5, 1)).toBe("End of this chapter");
});

test("names a chapter by title, or by number without one", () => {
  expect(chapterName({ title: "Rain", index: 1 })).toBe("Rain");
  expect(chapterName({ title: "", index: 1 })).toBe("Part 2");
});

test("goes to the chapter's start, then to the previous one", () => {
  expect(previousStart(chapters, 450)).toBe(400);
  expect(previousStart(chapters, 402)).toBe(100);
  expect(previousStart(chapters, 2)).toBe(0);
});

test("'next' ends at the last chapter", () => {
  expect(nextStart(chapters, 50)).toBe(100);
  expect(nextStart(chapters, 500)).toBeNull();
  expect(nextStart([], 500)).toBeNull();
});

test("marks the slider where chapters begin, except at zero", () => {
  expect(chapterMarks(chapters, 1000)).toEqual([10, 40]);
  expect(chapterMarks(chapters, 0)).toEqual([]);
});

test("omits marks that would overlap, sooner on narrow screens", () => {
  expect([30, 50, 120].map(getMarkVisibility)).toEqual(["all", "wide", "none"]);
});

test("two chapters that begin at the same moment share a mark", () => {
  const chapters = [0, 1000, 1000, 2000].map((start) => ({ title: "", start }));
  expect(chapterMarks(chapters, 4000)).toEqual([25, 50]);
});
