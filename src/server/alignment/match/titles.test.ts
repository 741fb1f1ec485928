import { describe, expect, test } from "bun:test";

import { evidence, readTitle, readTitles } from "./titles.ts";

const like = (one: string, other: string) => evidence(readTitle(one), readTitle(other));

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
    ["Chapter II. Part 1", "II"],
    ["Chapter 7, 2 of 3", "7"],
    ["01 - Chapter 5", "Chapter V"],
    ["07 - Part Two: Chapter Five", "5"],
    ["03 The Storm", "The Storm"],
    ["A Scandal in Bohemia", "A scandal in Bohemia."],
    ["12. The Voyage Out", "The Voyage Out"],
  ])("%s and %s are one", (one, other) => {
    expect(like(one, other)).toBeGreaterThan(1);
    expect(like(other, one)).toBeGreaterThan(1);
  });

  test.each([
    ["Zwölftes Kapitel", 12],
    ["Kapitel einundzwanzig", 21],
    ["Teil 2: Kapitel fünf", 5],
    ["Chapitre premier", 1],
    ["Chapitre vingt et un", 21],
    ["Chapitre quatre-vingt-dix-sept", 97],
    ["Troisième chapitre", 3],
    ["Capítulo veintitrés", 23],
    ["Capítulo treinta y uno", 31],
    ["Capítulo tercero", 3],
    ["Capitolo ventuno", 21],
    ["Capitolo trentadue", 32],
    ["Capitolo undicesimo", 11],
    ["Capitolo XIV", 14],
  ])("%s has the number %p", (title, number) => {
    expect(readTitle(title).numbers?.[0] ?? null).toBe(number);
  });

  test.each([
    ["Chapter One", "Chapter Two"],
    ["Part Two", "Chapter Two"],
    ["Chapter 11", "II"],
    ["01 - Chapter 5", "Chapter 1"],
    ["The Storm", "The Wedding Guest"],
    ["Opening Credits", "Chapter 1"],
    ["Copyright", "1"],
  ])("%s and %s are two", (one, other) => {
    expect(like(one, other)).toBeLessThan(-1);
  });

  test.each(["Track 07", "007", "01", "Disc 1 Track 3", "Titel 4", ""])("%p is neutral", (title) => {
    expect(like(title, "Chapter 9")).toBe(0);
  });

  test("of file names only what differs counts", () => {
    const titles = readTitles(["table_01_vintner_64kb", "table_02_vintner_64kb", "table_03_vintner_64kb"], "The Table");
    expect(titles.map(({ numbers, name }) => [numbers, name])).toEqual([1, 2, 3].map(() => [null, ""]));
    const many = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, "0"));
    for (const name of ["table_NN_vintner_64kb", "Track NN", "The Table - NN"]) {
      const read = readTitles(
        many.map((number) => name.replace("NN", number)),
        "The Table",
      );
      expect(read.filter((title) => title.numbers !== null || title.name !== "")).toEqual([]);
    }
    const numbered = readTitles(
      many.map((number) => `Chapter ${number}`),
      "The Table",
    );
    expect(numbered.map(({ numbers }) => numbers?.[0] ?? null)).toEqual(many.map(Number));
    const own = readTitles(["01 Storm - Vintner", "02 Calm - Vintner"], "The Table");
    expect(own.map(({ name }) => name)).toEqual(["storm", "calm"]);
  });

  test.each([
    "Cover",
    "Title Page",
    "Table of Contents",
    "Also by Jane Austen",
    "End Credits",
    "About the Author",
    "Impressum",
    "Table des matières",
    "Abspann",
  ])("%s surrounds the text", (title) => {
    expect(readTitle(title).role).toBe("around");
  });

  test("letters that only look like a Roman numeral aren't one, and the book's title before a chapter's is skipped", () => {
    expect(readTitle("Mix").numbers).toBeNull();
    expect(readTitle("I Am Legend").numbers).toBeNull();
    expect(readTitle("Emma - Chapter 3", "Emma!").numbers).toEqual([3, 3]);
  });
});
