import { expect, test } from "bun:test";

import { formatPlanTarget } from "./chapters.ts";

test.each([
  ["Chapter 9", "through chapter 9"],
  ["Chapter IX", "through chapter IX"],
  ["9", "through chapter 9"],
  ["IX.", "through chapter IX"],
  ["Part Two", "through “Part Two”"],
  ["Nine Endings", "through “Nine Endings”"],
  ["Chapter 9: The Bridge", "through “Chapter 9: The Bridge”"],
])("a week that ends with %p is %p", (title, text) => {
  expect(formatPlanTarget({ fraction: 0.4, chapter: { index: 8, title } })).toBe(text);
});

test("says a week's share of the book within a chapter, or all", () => {
  expect(formatPlanTarget({ fraction: 0.452, chapter: null })).toBe("45% of the book");
  expect(formatPlanTarget({ fraction: 1, chapter: { index: 9, title: "Chapter 10" } })).toBe("to the end");
});
