import { describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import {
  type Chapter,
  chapter,
  CHAPTERS,
  createEditionsClub,
  FULL_CHAPTERS,
  NUMBERS,
  shareOf,
} from "#tests/support/editions-club.ts";
import { audioChapters } from "#tests/support/reading-book.ts";

const club = perTest(() => createEditionsClub());
const KINDS: [string, Chapter[], Chapter[]][] = [
  ["without its foreword", FULL_CHAPTERS, CHAPTERS],
  ["with a foreword", CHAPTERS, FULL_CHAPTERS],
  ["without its foreword and first chapters", FULL_CHAPTERS, CHAPTERS.slice(2)],
  [
    "divided in two parts",
    CHAPTERS,
    [0, 5].map((from) => joinChapters(`Part ${from}`, CHAPTERS.slice(from, from + 5))),
  ],
  [
    "divided in chapters, after parts",
    [joinChapters("A", CHAPTERS.slice(0, 5)), joinChapters("B", CHAPTERS.slice(5))],
    CHAPTERS,
  ],
  [
    "in an omnibus, as its second book",
    CHAPTERS,
    [...createOtherChapters("x"), ...CHAPTERS, ...createOtherChapters("y")],
  ],
  ["alone, after an omnibus", [...createOtherChapters("x"), ...CHAPTERS, ...createOtherChapters("y")], CHAPTERS],
  ["with a new chapter in its middle", CHAPTERS, CHAPTERS.toSpliced(2, 0, chapter("Between", "between", 2000))],
  ["revised here and there", CHAPTERS, CHAPTERS.map(addWords)],
];

function joinChapters(title: string, chapters: readonly Chapter[]): Chapter {
  return { title, body: chapters.map(({ body }) => body).join("\n") };
}
/** Other text in chapters of the same names. */
function createOtherChapters(name: string): Chapter[] {
  return NUMBERS.slice(0, 4).map((number) => chapter(`Chapter ${number}`, `${name}${number.toLowerCase()}`, 800));
}
function addWords({ title, body }: Chapter): Chapter {
  return { title, body: body.replaceAll(/[a-z]+(\d*37) /g, "changed$1 ").replaceAll(/[a-z]+\d*60 /g, "") };
}

describe.each(KINDS)("a text that comes %s", (_, oldChapters, newChapters) => {
  const word = "four302";
  const laterWord = "five101";
  test("keeps the position at its text, and reveals no notes", async () => {
    await club.give(oldChapters);
    for (const at of ["four120", word, "four308", laterWord, "nine500"]) await club.noteAt(oldChapters, at);
    await club.readTo(oldChapters, word);
    const openTexts = await club.texts();
    expect(openTexts).toEqual(["On four120", `On ${word}`]);
    await club.give(newChapters);
    expect(await club.texts()).toEqual(openTexts);
    const { reached, reading } = await club.progress();
    expect(reading?.fraction).toBeCloseTo(shareOf(newChapters, word), 3);
    expect(reached).toBe(reading?.fraction ?? -1);
    const notes = (await club.talk(club.chief)).notes;
    for (const { text, fraction, chapter: chapterLine } of notes) {
      expect(fraction).toBeCloseTo(shareOf(newChapters, text.slice(3)), 3);
      const at = newChapters.findIndex(({ body }) => new RegExp(`\\b${text.slice(3)}\\b`).test(body));
      expect([text, chapterLine]).toEqual([text, { index: at, title: newChapters[at]?.title ?? "" }]);
    }
  });

  test("accepts what a phone read offline in the previous file", async () => {
    await club.give(oldChapters);
    for (const at of ["four120", laterWord]) await club.noteAt(oldChapters, at);
    await club.readTo(oldChapters, "two100");
    const { edition } = await club.contents();
    const phone = { device: "phone", client: "p1", baseRevision: 2, reason: "tick", edition };
    await club.give(newChapters);
    const { reached } = await club.progress();
    club.pass(3600);
    const response = await club.read(shareOf(oldChapters, word), { ...phone, sequence: 1, age: 600 });
    expect(response.status).toBe(200);
    expect((await response.json()).fraction).toBeCloseTo(shareOf(newChapters, word), 3);
    expect((await club.progress()).reached).toBe(reached);
    expect(await club.texts()).toEqual([]);
    const newNote = { text: "Typed on the train", fraction: shareOf(oldChapters, word), edition };
    const noteResponse = await club.mia.call("POST", club.path("notes"), newNote);
    expect((await noteResponse.json()).fraction).toBeCloseTo(shareOf(newChapters, word), 3);
    const reachedResponse = await club.mia.call("PUT", club.path("reached"), { fraction: 1, edition });
    expect(await reachedResponse.json()).toEqual({ reached });
    const newBookmark = { bookId: club.bookId, fraction: shareOf(oldChapters, word), quote: "four302", edition };
    const bookmarkResponse = await club.mia.call("POST", "/api/bookmarks", newBookmark);
    expect((await bookmarkResponse.json()).fraction).toBeCloseTo(shareOf(newChapters, word), 3);
    const paper = { pages: 200, page: 190, fraction: shareOf(oldChapters, word), edition };
    await club.mia.call("PUT", club.path("paper"), paper);
    expect((await club.progress()).reached).toBe(reached);
    expect(await club.texts()).toEqual(["Typed on the train"]);
  });

  test("keeps a page of a printed copy at its text", async () => {
    await club.give(oldChapters);
    for (const at of ["four120", word, laterWord]) await club.noteAt(oldChapters, at);
    const pages = 2000;
    const page = Math.ceil(shareOf(oldChapters, word) * pages);
    const putPaper = (body: object) => club.mia.call("PUT", club.path("paper"), body);
    await putPaper({ pages, page });
    club.pass(120);
    expect(await club.texts()).toEqual(["On four120", `On ${word}`]);
    await club.give(newChapters);
    expect((await club.progress()).offer?.fraction).toBeCloseTo(shareOf(newChapters, word), 2);
    await putPaper({ pages, page: page + 1 });
    const { reached } = await club.progress();
    expect(reached).toBeCloseTo(shareOf(newChapters, word), 2);
    expect(await club.texts()).toEqual(["On four120", `On ${word}`]);
  });

  test("restores positions and notes when the old file returns", async () => {
    await club.give(oldChapters);
    for (const at of ["four120", word, laterWord]) await club.noteAt(oldChapters, at);
    await club.readTo(oldChapters, word);
    const firstSave = {
      progress: await club.progress(),
      talk: await club.talk(club.chief),
      version: (await club.contents()).edition,
    };
    await club.give(newChapters);
    expect((await club.contents()).edition).not.toBe(firstSave.version);
    await club.give(oldChapters);
    const { reading, reached, edition } = await club.progress();
    expect(edition).toBe(firstSave.version);
    expect(reached).toBeCloseTo(firstSave.progress.reached, 6);
    expect(reading?.fraction).toBeCloseTo(firstSave.progress.reading?.fraction ?? -1, 6);
    expect(await club.texts()).toEqual(["On four120", `On ${word}`]);
    expect((await club.talk(club.chief)).notes.map((note) => note.chapter)).toEqual(
      firstSave.talk.notes.map((note) => note.chapter),
    );
  });

  test("restores positions after the file was removed in between", async () => {
    await club.give(oldChapters);
    for (const at of ["four120", laterWord]) await club.noteAt(oldChapters, at);
    await club.readTo(oldChapters, word);
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { ebookFilename: null });
    expect(await club.texts()).toEqual(["On four120"]);
    await club.give(newChapters);
    expect(await club.texts()).toEqual(["On four120"]);
    expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(newChapters, word), 3);
  });
});

describe("positions that an edition lacks", () => {
  test("returns to the foreword after an edition without one", async () => {
    await club.give(FULL_CHAPTERS);
    for (const at of ["fore100", "fore800", "one0", "one5"]) await club.noteAt(FULL_CHAPTERS, at);
    await club.readTo(FULL_CHAPTERS, "fore300");
    await club.give(CHAPTERS);
    expect(await club.texts()).toEqual(["On fore100"]);
    expect((await club.progress()).reading?.fraction).toBeLessThan(1e-4);
    await club.give(FULL_CHAPTERS);
    expect(await club.texts()).toEqual(["On fore100"]);
    expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(FULL_CHAPTERS, "fore300"), 4);
  });

  test("returns notes to missing chapters that another file has", async () => {
    await club.give(CHAPTERS);
    const words = ["seven20", "seven400", "eight300"];
    for (const word of words) await club.noteAt(CHAPTERS, word);
    await club.give(CHAPTERS.filter(({ title }) => !/Seven|Eight/.test(title)));
    await club.give(FULL_CHAPTERS);
    await club.readTo(FULL_CHAPTERS, "seven100");
    expect(await club.texts()).toEqual(["On seven20"]);
    const { notes } = await club.talk(club.chief);
    for (const [at, word] of words.entries()) expect(notes[at]?.fraction).toBeCloseTo(shareOf(FULL_CHAPTERS, word), 3);
  });

  test.each([
    ["the former file", CHAPTERS],
    ["another file", FULL_CHAPTERS],
  ])("doesn't count what a truncated text lacked, but hides nothing, in %s", async (_, fullChapters) => {
    await club.give(CHAPTERS);
    for (const word of ["three500", "four10", "nine100"]) await club.noteAt(CHAPTERS, word);
    await club.give(CHAPTERS.slice(0, 3));
    await club.readUpTo(1);
    await club.give(fullChapters);
    const { reached, reading } = await club.progress();
    expect([reached, reading?.fraction]).toEqual([reached, reached]);
    expect(reached).toBeCloseTo(shareOf(fullChapters, "four0"), 2);
    expect(reached).toBeLessThan(shareOf(fullChapters, "four0"));
    expect(await club.texts()).toEqual(["On three500", "On four10", "On nine100"]);
    await club.noteAt(fullChapters, "four20");
    expect(await club.texts()).toEqual(["On three500", "On four10", "On nine100"]);
  });

  test("counts a finished book as finished after a truncated file", async () => {
    await club.give(CHAPTERS);
    await club.noteAt(CHAPTERS, "nine100");
    await club.readUpTo(1);
    for (const text of [CHAPTERS.slice(0, 3), CHAPTERS.slice(0, 2), CHAPTERS.slice(0, 3), CHAPTERS]) {
      await club.give(text);
      expect((await club.progress()).reached).toBeCloseTo(1, 6);
      expect(await club.texts()).toEqual(["On nine100"]);
    }
  });

  test("doesn't count the rest of an omnibus as read", async () => {
    await club.give(CHAPTERS);
    await club.readUpTo(1);
    await club.give([...CHAPTERS, ...createOtherChapters("y"), ...createOtherChapters("z")]);
    expect((await club.progress()).reached).toBeCloseTo(
      shareOf([...CHAPTERS, ...createOtherChapters("y"), ...createOtherChapters("z")], "yone0"),
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
    const { reached } = await club.progress();
    await club.give(translation);
    expect(await club.progress()).toMatchObject({ reached, reading: { fraction: reached } });
    expect(await club.texts()).toEqual(["On four120"]);
    const titledTranslation = translation.map((one, at) => ({ ...one, title: CHAPTERS[at]?.title ?? "" }));
    await club.give(CHAPTERS);
    await club.give(
      titledTranslation.map(({ title, body }) => ({ title, body: body.replaceAll("Kapitel", "Chapitre") })),
    );
    expect((await club.progress()).reading?.fraction).toBeCloseTo(shareOf(titledTranslation, "defour285"), 2);
    expect(await club.texts()).toEqual(["On four120"]);
  });

  test("maps a phone's offline position over two replacements", async () => {
    await club.give(FULL_CHAPTERS);
    await club.readTo(FULL_CHAPTERS, "one10");
    const { edition } = await club.contents();
    await club.give(CHAPTERS);
    await club.give([...createOtherChapters("x"), ...CHAPTERS]);
    const response = await club.read(shareOf(FULL_CHAPTERS, "four302"), { edition });
    expect((await response.json()).fraction).toBeCloseTo(
      shareOf([...createOtherChapters("x"), ...CHAPTERS], "four302"),
      3,
    );
  });

  test("maps an unknown edition by share, and counts nothing", async () => {
    await club.give(CHAPTERS);
    const response = await club.read(0.9, { edition: "abc.def" });
    expect(await response.json()).toMatchObject({ fraction: 0.9 });
    expect((await club.progress()).reached).toBe(0);
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
    const progressBefore = await club.progress();
    await club.give(CHAPTERS);
    expect(await club.progress()).toEqual(progressBefore);
    expect(await club.get("match", club.chief)).toMatchObject({ corrected: true });
  });
});
