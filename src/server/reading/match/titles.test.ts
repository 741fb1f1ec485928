import { describe, expect, test } from "bun:test";

import { likeness, readTitle } from "./titles.ts";

const like = (one: string, other: string) => likeness(readTitle(one), readTitle(other));

describe("titles of chapters", () => {
  test.each([
    ["Chapter One", "1"],
    ["Chapter 1", "I"],
    ["CHAPTER XXI.", "Chapter Twenty-One"],
    ["Chapter 3: The Storm", "Chapter Three"],
    ["Part Two: Chapter Five", "Chapter 5"],
    ["The First Chapter", "Chapter I"],
    ["Kapitel 4", "Chapter 4"],
    ["Chapters 3–4", "Chapter 4"],
    ["Chapter 7 (Part 2)", "7"],
    ["A Scandal in Bohemia", "A scandal in Bohemia."],
    ["12. The Voyage Out", "The Voyage Out"],
  ])("%s and %s are one", (one, other) => {
    expect(like(one, other)).toBeGreaterThan(0.6);
    expect(like(other, one)).toBeGreaterThan(0.6);
  });

  test.each([
    ["Chapter One", "Chapter Two"],
    ["Part Two", "Chapter Two"],
    ["Chapter 11", "II"],
    ["The Storm", "The Wedding Guest"],
    ["Opening Credits", "Chapter 1"],
    ["Copyright", "1"],
  ])("%s and %s are two", (one, other) => {
    expect(like(one, other)).toBeLessThan(0.35);
  });

  test.each(["Track 07", "007", "01", "Disc 1 Track 3", ""])("%p is neutral", (title) => {
    expect(like(title, "Chapter 9")).toBeWithin(0.4, 0.5);
  });

  test.each(["Cover", "Title Page", "Table of Contents", "Also by Jane Austen", "End Credits", "About the Author"])(
    "%s surrounds the text",
    (title) => {
      expect(readTitle(title).isAround).toBe(true);
    },
  );

  test("letters that only look like a Roman numeral aren't one, and the book's title before a chapter's is skipped", () => {
    expect(readTitle("Mix").numbers).toBeNull();
    expect(readTitle("I Am Legend").numbers).toBeNull();
    expect(readTitle("Emma - Chapter 3", "Emma!").numbers).toEqual([3, 3]);
  });
});
