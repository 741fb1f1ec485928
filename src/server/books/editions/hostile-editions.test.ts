import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";

import { packName } from "#server/epub/ebooks.ts";
import { perTest } from "#tests/support/each-club.ts";
import {
  type Chapter,
  CHAPTERS,
  createEditionsClub,
  FULL_CHAPTERS,
  NUMBERS,
  shareOf,
} from "#tests/support/editions-club.ts";
import { audioChapters, type TestBook } from "#tests/support/reading-book.ts";

const club = perTest(() => createEditionsClub());

/** 200 different characters of a script without spaces. */
const createSigns = (name: number, count: number, first: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(first + ((name * 331 + at * 7) % 2000))).join("");
const HAN = NUMBERS.map((_, at): Chapter => ({
  title: `第${at + 1}章`,
  body: `<h1>第${at + 1}章</h1>\n<p>${createSigns(at, 900, 0x4e00)}</p>`,
}));
const addSoftHyphens = ({ title, body }: Chapter): Chapter => ({
  title,
  body: body.replaceAll(/([a-z]{2})([a-z]+)(\d)/g, "$1\u00AD$2$3"),
});
const uppercaseWords = ({ title, body }: Chapter): Chapter => ({
  title,
  body: body.replaceAll(/>([^<]+)</g, (_, text: string) => `>${text.toUpperCase()}<`),
});
const wrapWords = ({ title, body }: Chapter): Chapter => ({
  title,
  body: `<div>${body.replaceAll(/([a-z])(\d+) /g, "<i>$1</i><b>$2</b>\n   ")}</div>`,
});
/** One paragraph repeated, so that no run of words is unique. */
const REPEATED = NUMBERS.map((number): Chapter => ({
  title: `Chapter ${number}`,
  body: `<p>${"What a fine day it was. ".repeat(300)}</p>`,
}));

const textOf = (chapters: readonly Chapter[]) =>
  chapters.map(({ body }) => body.replaceAll(/<[^>]+>/g, "").replaceAll("\n", " "));
const startOf = (chapters: readonly Chapter[], index: number, within: number) => {
  const texts = textOf(chapters).map((text) => text.replaceAll(/\s+/g, " ").trim().length);
  const lengthBefore = texts.slice(0, index).reduce((sum, length) => sum + length, 0);
  return (lengthBefore + (texts[index] ?? 0) * within) / texts.reduce((sum, length) => sum + length, 0);
};

describe("a text with other markup", () => {
  test.each<[string, readonly Chapter[], readonly Chapter[], number]>([
    ["in a script without spaces", HAN, HAN.slice(2), 2],
    ["with soft hyphens", FULL_CHAPTERS, CHAPTERS.map(addSoftHyphens), 1],
    ["in capitals", FULL_CHAPTERS, CHAPTERS.map(uppercaseWords), 1],
    ["with other markup and space", FULL_CHAPTERS, CHAPTERS.map(wrapWords), 1],
    ["that repeats itself, by its titles", REPEATED, REPEATED.slice(3), 3],
  ])("%s keeps the position", async (_, oldChapters, newChapters, removedCount) => {
    await club.give(oldChapters);
    const index = 5;
    await club.read(startOf(oldChapters, index, 0.4));
    await club.give(newChapters);
    const newFraction = (await club.progress()).reading?.fraction;
    expect(newFraction).toBeCloseTo(startOf(newChapters, index - removedCount, 0.4), 2);
  });

  test.each<[string, Partial<TestBook>, Partial<TestBook>]>([
    ["without contents", { toc: "none" }, { toc: "none" }],
    ["with old contents", { toc: "ncx" }, { toc: "nav" }],
  ])("%s keeps the position by its words", async (_, firstBook, secondBook) => {
    await club.giveText({ chapters: FULL_CHAPTERS, ...firstBook });
    await club.read(shareOf(FULL_CHAPTERS, "four302"));
    await club.giveText({ chapters: CHAPTERS, ...secondBook });
    expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(CHAPTERS, "four302"), 3);
  });

  test("of images alone, or that can't be shown, keeps the share", async () => {
    await club.give(CHAPTERS);
    await club.readUpTo(0.5);
    await club.noteAt(CHAPTERS, "five400");
    const image = [{ title: "", body: "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>" }];
    await club.give(image);
    expect((await club.progress()).reached).toBe(0.5);
    await club.give(CHAPTERS);
    expect((await club.progress()).reached).toBe(0.5);
    const invalidFile = Buffer.from("PK no book");
    await expect(club.giveText(invalidFile)).rejects.toThrow();
    expect((await club.progress()).reached).toBe(0.5);
  });

  test("of a wrong book changes nothing once it's replaced back", async () => {
    await club.give(CHAPTERS);
    for (const word of ["two100", "four302", "nine100"]) await club.noteAt(CHAPTERS, word);
    await club.readTo(CHAPTERS, "four400");
    const stateBefore = [await club.progress(), await club.talk(club.chief)];
    const otherBook = NUMBERS.map((number, at) => ({
      title: `${number} days`,
      body: `<p>${`wrong${at} `.repeat(40 + at * 50)}</p>`,
    }));
    await club.give(otherBook);
    expect(await club.texts()).toEqual(["On two100", "On four302"]);
    await club.give(CHAPTERS);
    expect([await club.progress(), await club.talk(club.chief)]).toEqual(stateBefore);
  });
});

test.each([
  ["end", (count: number) => CHAPTERS.slice(0, 10 - count)],
  ["start", (count: number) => CHAPTERS.slice(count)],
  ["middle", (count: number) => [...CHAPTERS.slice(0, 5 - Math.ceil(count / 2)), ...CHAPTERS.slice(5 + count / 2)]],
])("a text that loses more of its %s each time reveals no notes", async (_, removeWords) => {
  await club.give(CHAPTERS);
  const words = NUMBERS.flatMap((number) => [`${number.toLowerCase()}100`, `${number.toLowerCase()}400`]);
  for (const word of words) await club.noteAt(CHAPTERS, word);
  const readers = ["two", "four", "five", "six", "eight", "nine"].map((name) => ({ name, who: club.member(name) }));
  for (const { name, who } of readers) await club.readTo(CHAPTERS, `${name}300`, who);
  const listSeenNotes = () => Promise.all(readers.map(({ who }) => club.texts(who)));
  const notesBefore = await listSeenNotes();
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await club.give(removeWords(count));
    expect([count, await listSeenNotes()]).toEqual([count, notesBefore]);
  }
  await club.give(CHAPTERS);
  expect(await listSeenNotes()).toEqual(notesBefore);
});

test("replaces a lost or damaged file, positions by share", async () => {
  await club.giveSound(audioChapters([600, 600]), 1200);
  await club.give(FULL_CHAPTERS);
  await club.listen(300, { reason: "tick" });
  await club.read(0.4);
  const file = club.deps.stores.books.findFile(club.bookId, "ebook");
  rmSync(club.deps.disk.absolute(file?.path ?? ""));
  await club.deps.disk.delete(`cache/${packName(file?.sha256 ?? "")}`);
  await club.give(CHAPTERS);
  expect((await club.progress()).reading?.fraction).toBeGreaterThan(0);
  expect((await club.progress()).reached).toBeLessThanOrEqual(0.4);
});

test("reveals no notes through another book's edition", async () => {
  await club.give(FULL_CHAPTERS);
  const { edition } = await club.contents();
  await club.give(CHAPTERS);
  const sendNote = (edition: string | null) =>
    club.mia.call("POST", club.path("notes"), { text: "Ahead", fraction: 0.9, edition });
  expect((await sendNote("0123456789abcdef.-")).status).toBe(422);
  expect((await sendNote((await club.contents()).edition)).status).toBe(422);
  expect((await sendNote(edition)).status).toBe(201);
  expect((await club.progress()).reached).toBe(0);
});

test("stores one of two texts uploaded at once, with positions", async () => {
  await club.give(FULL_CHAPTERS);
  await club.readTo(FULL_CHAPTERS, "four302");
  await club.noteAt(FULL_CHAPTERS, "four120");
  const kinds = [CHAPTERS, CHAPTERS.slice(1), FULL_CHAPTERS];
  await Promise.all(kinds.map((chapters) => club.giveText({ chapters })));
  const { length } = await club.contents();
  const currentChapters = kinds.find((chapters) => Math.abs(textOf(chapters).join("").length - length) < 200) ?? [];
  expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(currentChapters, "four302"), 3);
  expect(await club.texts()).toEqual(["On four120"]);
});

test("saves notes that are written during a replacement", async () => {
  await club.give(FULL_CHAPTERS);
  const replacement = club.giveText({ chapters: CHAPTERS });
  const { edition } = await club.contents();
  const saves = [];
  for (let at = 0; at < 20; at += 1)
    saves.push(await club.read(shareOf(FULL_CHAPTERS, `four${100 + at}`), { edition }));
  await replacement;
  expect(saves.every(({ status }) => status === 200)).toBe(true);
  expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(CHAPTERS, "four119"), 3);
});
