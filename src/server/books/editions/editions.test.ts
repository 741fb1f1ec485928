import { describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import {
  type Chapter,
  chapter,
  CHAPTERS,
  createEditionsClub,
  FULL,
  NUMBERS,
  shareOf,
} from "#tests/support/editions-club.ts";
import { audioChapters } from "#tests/support/reading-book.ts";

const club = perTest(() => createEditionsClub());
const KINDS: [string, Chapter[], Chapter[]][] = [
  ["without its foreword", FULL, CHAPTERS],
  ["with a foreword", CHAPTERS, FULL],
  ["without its foreword and first chapters", FULL, CHAPTERS.slice(2)],
  ["divided in two parts", CHAPTERS, [0, 5].map((from) => join(`Part ${from}`, CHAPTERS.slice(from, from + 5)))],
  ["divided in chapters, after parts", [join("A", CHAPTERS.slice(0, 5)), join("B", CHAPTERS.slice(5))], CHAPTERS],
  ["in an omnibus, as its second book", CHAPTERS, [...others("x"), ...CHAPTERS, ...others("y")]],
  ["alone, after an omnibus", [...others("x"), ...CHAPTERS, ...others("y")], CHAPTERS],
  ["with a new chapter in its middle", CHAPTERS, CHAPTERS.toSpliced(2, 0, chapter("Between", "between", 2000))],
  ["revised here and there", CHAPTERS, CHAPTERS.map(addWords)],
];

function join(title: string, chapters: readonly Chapter[]): Chapter {
  return { title, body: chapters.map(({ body }) => body).join("\n") };
}
/** Other text in chapters of the same names. */
function others(name: string): Chapter[] {
  return NUMBERS.slice(0, 4).map((number) => chapter(`Chapter ${number}`, `${name}${number.toLowerCase()}`, 800));
}
function addWords({ title, body }: Chapter): Chapter {
  return { title, body: body.replaceAll(/[a-z]+(\d*37) /g, "changed$1 ").replaceAll(/[a-z]+\d*60 /g, "") };
}

describe.each(KINDS)("a text that comes %s", (_, before, after) => {
  const word = "four302";
  const later = "five101";
  test("keeps the position at its text, and reveals no notes", async () => {
    await club.give(before);
    for (const at of ["four120", word, "four308", later, "nine500"]) await club.noteAt(before, at);
    await club.readTo(before, word);
    const open = await club.texts();
    expect(open).toEqual(["On four120", `On ${word}`]);
    await club.give(after);
    expect(await club.texts()).toEqual(open);
    const { reached, reading } = await club.place();
    expect(reading?.fraction).toBeCloseTo(shareOf(after, word), 3);
    expect(reached).toBe(reading?.fraction ?? -1);
    const notes = (await club.talk(club.chief)).notes;
    for (const { text, fraction, chapter: line } of notes) {
      expect(fraction).toBeCloseTo(shareOf(after, text.slice(3)), 3);
      const at = after.findIndex(({ body }) => new RegExp(`\\b${text.slice(3)}\\b`).test(body));
      expect([text, line]).toEqual([text, { index: at, title: after[at]?.title ?? "" }]);
    }
  });

  test("accepts what a phone read offline in the previous file", async () => {
    await club.give(before);
    for (const at of ["four120", later]) await club.noteAt(before, at);
    await club.readTo(before, "two100");
    const { edition } = await club.contents();
    const phone = { device: "phone", client: "p1", baseRevision: 2, reason: "tick", edition };
    await club.give(after);
    const { reached } = await club.place();
    club.pass(3600);
    const response = await club.read(shareOf(before, word), { ...phone, sequence: 1, age: 600 });
    expect(response.status).toBe(200);
    expect((await response.json()).fraction).toBeCloseTo(shareOf(after, word), 3);
    expect((await club.place()).reached).toBe(reached);
    expect(await club.texts()).toEqual([]);
    const noted = { text: "Typed on the train", fraction: shareOf(before, word), edition };
    const note = await club.mia.call("POST", club.path("notes"), noted);
    expect((await note.json()).fraction).toBeCloseTo(shareOf(after, word), 3);
    const reachedResponse = await club.mia.call("PUT", club.path("reached"), { fraction: 1, edition });
    expect(await reachedResponse.json()).toEqual({ reached });
    const marked = { bookId: club.bookId, fraction: shareOf(before, word), quote: "four302", edition };
    const mark = await club.mia.call("POST", "/api/bookmarks", marked);
    expect((await mark.json()).fraction).toBeCloseTo(shareOf(after, word), 3);
    const paper = { pages: 200, page: 190, fraction: shareOf(before, word), edition };
    await club.mia.call("PUT", club.path("paper"), paper);
    expect((await club.place()).reached).toBe(reached);
    expect(await club.texts()).toEqual(["Typed on the train"]);
  });

  test("keeps a page of a printed copy at its text", async () => {
    await club.give(before);
    for (const at of ["four120", word, later]) await club.noteAt(before, at);
    const pages = 2000;
    const page = Math.ceil(shareOf(before, word) * pages);
    const put = (body: object) => club.mia.call("PUT", club.path("paper"), body);
    await put({ pages, page });
    club.pass(120);
    expect(await club.texts()).toEqual(["On four120", `On ${word}`]);
    await club.give(after);
    expect((await club.place()).offer?.fraction).toBeCloseTo(shareOf(after, word), 2);
    await put({ pages, page: page + 1 });
    const { reached } = await club.place();
    expect(reached).toBeCloseTo(shareOf(after, word), 2);
    expect(await club.texts()).toEqual(["On four120", `On ${word}`]);
  });

  test("restores positions and notes when the old file returns", async () => {
    await club.give(before);
    for (const at of ["four120", word, later]) await club.noteAt(before, at);
    await club.readTo(before, word);
    const first = {
      place: await club.place(),
      talk: await club.talk(club.chief),
      version: (await club.contents()).edition,
    };
    await club.give(after);
    expect((await club.contents()).edition).not.toBe(first.version);
    await club.give(before);
    const { reading, reached, edition } = await club.place();
    expect(edition).toBe(first.version);
    expect(reached).toBeCloseTo(first.place.reached, 6);
    expect(reading?.fraction).toBeCloseTo(first.place.reading?.fraction ?? -1, 6);
    expect(await club.texts()).toEqual(["On four120", `On ${word}`]);
    expect((await club.talk(club.chief)).notes.map((note) => note.chapter)).toEqual(
      first.talk.notes.map((note) => note.chapter),
    );
  });

  test("restores positions after the file was removed in between", async () => {
    await club.give(before);
    for (const at of ["four120", later]) await club.noteAt(before, at);
    await club.readTo(before, word);
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { ebookFilename: null });
    expect(await club.texts()).toEqual(["On four120"]);
    await club.give(after);
    expect(await club.texts()).toEqual(["On four120"]);
    expect((await club.place()).reading?.fraction).toBeCloseTo(shareOf(after, word), 3);
  });
});

describe("positions that an edition lacks", () => {
  test("returns to the foreword after an edition without one", async () => {
    await club.give(FULL);
    for (const at of ["fore100", "fore800", "one0", "one5"]) await club.noteAt(FULL, at);
    await club.readTo(FULL, "fore300");
    await club.give(CHAPTERS);
    expect(await club.texts()).toEqual(["On fore100"]);
    expect((await club.place()).reading?.fraction).toBeLessThan(1e-4);
    await club.give(FULL);
    expect(await club.texts()).toEqual(["On fore100"]);
    expect((await club.place()).reading?.fraction).toBeCloseTo(shareOf(FULL, "fore300"), 4);
  });

  test("returns notes to missing chapters that another file has", async () => {
    await club.give(CHAPTERS);
    const words = ["seven20", "seven400", "eight300"];
    for (const word of words) await club.noteAt(CHAPTERS, word);
    await club.give(CHAPTERS.filter(({ title }) => !/Seven|Eight/.test(title)));
    await club.give(FULL);
    await club.readTo(FULL, "seven100");
    expect(await club.texts()).toEqual(["On seven20"]);
    const { notes } = await club.talk(club.chief);
    for (const [at, word] of words.entries()) expect(notes[at]?.fraction).toBeCloseTo(shareOf(FULL, word), 3);
  });

  test.each([
    ["the former file", CHAPTERS],
    ["another file", FULL],
  ])("doesn't count what a truncated text lacked, but hides nothing, in %s", async (_, whole) => {
    await club.give(CHAPTERS);
    for (const word of ["three500", "four10", "nine100"]) await club.noteAt(CHAPTERS, word);
    await club.give(CHAPTERS.slice(0, 3));
    await club.readUpTo(1);
    await club.give(whole);
    const { reached, reading } = await club.place();
    expect([reached, reading?.fraction]).toEqual([reached, reached]);
    expect(reached).toBeCloseTo(shareOf(whole, "four0"), 2);
    expect(reached).toBeLessThan(shareOf(whole, "four0"));
    expect(await club.texts()).toEqual(["On three500", "On four10", "On nine100"]);
    await club.noteAt(whole, "four20");
    expect(await club.texts()).toEqual(["On three500", "On four10", "On nine100"]);
  });

  test("counts a finished book as finished after a truncated file", async () => {
    await club.give(CHAPTERS);
    await club.noteAt(CHAPTERS, "nine100");
    await club.readUpTo(1);
    for (const text of [CHAPTERS.slice(0, 3), CHAPTERS.slice(0, 2), CHAPTERS.slice(0, 3), CHAPTERS]) {
      await club.give(text);
      expect((await club.place()).reached).toBeCloseTo(1, 6);
      expect(await club.texts()).toEqual(["On nine100"]);
    }
  });

  test("doesn't count the rest of an omnibus as read", async () => {
    await club.give(CHAPTERS);
    await club.readUpTo(1);
    await club.give([...CHAPTERS, ...others("y"), ...others("z")]);
    expect((await club.place()).reached).toBeCloseTo(
      shareOf([...CHAPTERS, ...others("y"), ...others("z")], "yone0"),
      2,
    );
  });

  test("maps a translation by share, or by named chapters", async () => {
    const translation = NUMBERS.map((number, at) =>
      chapter(`Kapitel ${at}`, `de${number.toLowerCase()}`, 300 + at * 90),
    );
    await club.give(CHAPTERS);
    for (const at of ["four120", "five101"]) await club.noteAt(CHAPTERS, at);
    await club.readTo(CHAPTERS, "four302");
    const { reached } = await club.place();
    await club.give(translation);
    expect(await club.place()).toMatchObject({ reached, reading: { fraction: reached } });
    expect(await club.texts()).toEqual(["On four120"]);
    const named = translation.map((one, at) => ({ ...one, title: CHAPTERS[at]?.title ?? "" }));
    await club.give(CHAPTERS);
    await club.give(named.map(({ title, body }) => ({ title, body: body.replaceAll("Kapitel", "Chapitre") })));
    expect((await club.place()).reading?.fraction).toBeCloseTo(shareOf(named, "defour285"), 2);
    expect(await club.texts()).toEqual(["On four120"]);
  });

  test("maps a phone's offline position over two replacements", async () => {
    await club.give(FULL);
    await club.readTo(FULL, "one10");
    const { edition } = await club.contents();
    await club.give(CHAPTERS);
    await club.give([...others("x"), ...CHAPTERS]);
    const response = await club.read(shareOf(FULL, "four302"), { edition });
    expect((await response.json()).fraction).toBeCloseTo(shareOf([...others("x"), ...CHAPTERS], "four302"), 3);
  });

  test("maps an unknown edition by share, and counts nothing", async () => {
    await club.give(CHAPTERS);
    const response = await club.read(0.9, { edition: "abc.def" });
    expect(await response.json()).toMatchObject({ fraction: 0.9 });
    expect((await club.place()).reached).toBe(0);
    for (const edition of ["", "x", "a.b.c", "a".repeat(40), 7])
      expect((await club.read(0.1, { edition })).status).toBe(422);
    expect((await club.read(0.1, { edition: null })).status).toBe(200);
  });

  test("moves nothing for the same bytes, and keeps corrections", async () => {
    await club.giveSound(audioChapters(CHAPTERS.map(() => 100)), 1000);
    await club.give(CHAPTERS);
    const pairs = [{ chapter: 0, section: 3 }];
    await club.chief.call("PUT", club.path("match"), { pairs });
    await club.readTo(CHAPTERS, "four302");
    const before = await club.place();
    await club.give(CHAPTERS);
    expect(await club.place()).toEqual(before);
    expect(await club.get("match", club.chief)).toMatchObject({ corrected: true });
  });
});
