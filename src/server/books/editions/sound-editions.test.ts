import { describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { CHAPTERS, createEditionsClub, FULL_CHAPTERS, NUMBERS, shareOf } from "#tests/support/editions-club.ts";
import { audioChapters } from "#tests/support/reading-book.ts";

const club = perTest(() => createEditionsClub());
describe("listening progress", () => {
  const SECONDS = CHAPTERS.map(() => 600);
  const listenTo = (seconds: number, fields: object = {}) => club.listen(seconds, { reason: "tick", ...fields });

  test("counts as before until more audio is played", async () => {
    await club.giveSound(
      audioChapters(SECONDS, (at) => `Chapter ${NUMBERS[at]}`),
      6000,
    );
    await club.give(FULL_CHAPTERS);
    for (const at of ["two100", "four302", "nine100"]) await club.noteAt(FULL_CHAPTERS, at);
    await club.listenUpTo(1500);
    const openTexts = await club.texts();
    expect(openTexts).toEqual(["On two100"]);
    await club.give(CHAPTERS);
    expect(await club.texts()).toEqual(openTexts);
    const pairs = [
      { chapter: 0, section: 0 },
      { chapter: 1, section: 8 },
      { chapter: 2, section: 9 },
    ];
    const { reached } = await club.progress();
    await club.chief.call("PUT", club.path("match"), { pairs });
    expect((await club.progress()).reached).toBe(reached);
    await listenTo(1510);
    expect(await club.texts()).toEqual(openTexts);
    await club.chief.call("DELETE", club.path("match"));
    expect((await club.progress()).reached).toBe(reached);
    for (let at = 1520; at < 1700; at += 20) {
      club.pass(20);
      await listenTo(at);
    }
    expect((await club.progress()).reached).toBeGreaterThan(reached);
    expect(await club.texts()).toEqual(openTexts);
  });

  test("stays in its chapter when the recording is replaced", async () => {
    const createNamedChapters = (seconds: readonly number[], titles: readonly string[]) =>
      audioChapters(seconds, (at) => titles[at] ?? "");
    const titles = CHAPTERS.map(({ title }) => title);
    await club.giveSound(createNamedChapters([900, ...SECONDS], ["Foreword", ...titles]), 6900);
    await club.listenUpTo(900 + 600 * 3 + 60);
    const oldProgress = await club.progress();
    const note = await club.mia.call("POST", club.path("notes"), { text: "Here", fraction: oldProgress.reached });
    expect(note.status).toBe(201);
    await club.giveSound(
      createNamedChapters(
        SECONDS.map((one) => one * 2),
        titles,
      ),
      12_000,
    );
    const newProgress = await club.progress();
    expect(newProgress.listening?.seconds).toBe(1200 * 3 + 120);
    expect(newProgress.reached).toBeCloseTo(3720 / 12_000, 6);
    expect((await club.talk()).notes[0]?.fraction).toBe(newProgress.reached);
    const lateSave = await listenTo(900 + 600 * 4, { edition: oldProgress.edition });
    expect((await lateSave.json()).currentTime).toBe(4800);
    expect((await club.progress()).reached).toBe(newProgress.reached);
  });

  test("doesn't count what a truncated recording lacked", async () => {
    const createTitledChapters = (seconds: readonly number[]) =>
      audioChapters(seconds, (at) => `Chapter ${NUMBERS[at]}`);
    await club.giveSound(createTitledChapters(SECONDS), 6000);
    await club.listenUpTo(300);
    await club.giveSound(createTitledChapters(SECONDS.slice(0, 3)), 1800);
    await club.listenUpTo(1800);
    expect((await club.progress()).reached).toBe(1);
    await club.giveSound(createTitledChapters(SECONDS), 6000);
    const { reached, listening } = await club.progress();
    expect([listening?.seconds, reached]).toEqual([1800, 0.3]);
  });

  test("keeps its second and chapter when the text is replaced", async () => {
    await club.giveSound(
      audioChapters(SECONDS, (at) => `Chapter ${NUMBERS[at]}`),
      6000,
    );
    await club.give(FULL_CHAPTERS);
    const addBookmark = (fields: object) => club.mia.call("POST", "/api/bookmarks", { bookId: club.bookId, ...fields });
    await addBookmark({ currentTime: 1900 });
    await addBookmark({ fraction: shareOf(FULL_CHAPTERS, "four302"), quote: "four302" });
    await club.give(CHAPTERS);
    const bookmarks = club.deps.stores.bookmarks.list(club.mia.user.id, club.bookId);
    expect(bookmarks.map(({ currentTime, chapter }) => [currentTime, chapter])).toEqual(
      expect.arrayContaining([
        [1900, 3],
        [null, 3],
      ]),
    );
    expect(bookmarks.find(({ quote }) => quote !== "")?.fraction).toBeCloseTo(shareOf(CHAPTERS, "four302"), 4);
  });

  test("maps numbered chapters by length, others by share", async () => {
    const seconds = [300, 610, 720, 815, 990, 505, 333];
    const trackTitle = (at: number) => `Track ${String(at + 1).padStart(2, "0")}`;
    await club.giveSound(audioChapters(seconds, trackTitle), 4273);
    await club.listenUpTo(300 + 610 + 100);
    await club.giveSound(audioChapters(seconds.slice(1), trackTitle), 3973);
    expect((await club.progress()).listening?.seconds).toBe(710);
    // another narrator, with as many tracks
    await club.giveSound(audioChapters([1220, 360, 1630, 500, 1010, 700], trackTitle), 5420);
    expect((await club.progress()).listening?.seconds).toBe(1220 + 50);
    await club.giveSound(audioChapters(seconds.slice(1), trackTitle), 3973);
    await club.giveSound([], 3973 * 2);
    expect((await club.progress()).listening?.seconds).toBe(1420);
  });

  test.each<[string, (at: number) => string, (at: number) => string, number]>([
    ["are renumbered without the first", (at) => `Chapter ${at + 1}`, (at) => `Chapter ${at + 1}`, 1],
    ["restart in each part, and the first part is missing", (at) => `${(at % 4) + 1}`, (at) => `${(at % 4) + 1}`, 4],
    ["have a number each, and one is missing", (at) => `Part ${at + 1}`, (at) => `Part ${at + 5}`, 4],
    ["are all called the same", () => "Chapter", () => "Chapter", 2],
  ])("stays in its chapter when chapters %s", async (_, oldTitle, newTitle, missingCount) => {
    const seconds = [600, 720, 540, 810, 660, 930, 480, 750, 630, 870, 570, 690];
    const totalOf = (fromChapter: number, untilChapter: number) =>
      seconds.slice(fromChapter, untilChapter).reduce((sum, one) => sum + one, 0);
    await club.giveSound(audioChapters(seconds, oldTitle), totalOf(0, 12));
    await club.give(CHAPTERS);
    await club.listenUpTo(totalOf(0, 6) + 100);
    await club.giveSound(audioChapters(seconds.slice(missingCount), newTitle), totalOf(missingCount, 12));
    expect((await club.progress()).listening?.seconds).toBe(totalOf(missingCount, 6) + 100);
  });

  test("stays in its half when two chapters become one", async () => {
    const createTitle = (at: number) => `Chapter ${at + 1}`;
    await club.giveSound(audioChapters([600, 720, 540, 810, 660, 930], createTitle), 4260);
    await club.listenUpTo(600 + 720 + 270);
    await club.giveSound(
      audioChapters([600, 720, 1350, 660, 930], (at) => createTitle(at < 3 ? at : at + 1)),
      4260,
    );
    expect((await club.progress()).listening?.seconds).toBe(600 + 720 + 270);
  });

  test("survives unordered, empty and out-of-range chapters", async () => {
    const oddFiles = [
      [
        { title: "B", start: 500 },
        { title: "A", start: 0 },
        { title: "A", start: 0 },
      ],
      Array.from({ length: 2000 }, () => ({ title: "Chapter", start: 0 })),
      [
        { title: "A", start: 9000 },
        { title: "B", start: 10 },
      ],
      audioChapters(Array.from({ length: 1500 }, () => 1)),
    ];
    await club.giveSound(audioChapters([600, 600]), 1200);
    await club.listenUpTo(700);
    const fraction = (await club.progress()).reached;
    await club.mia.call("POST", club.path("notes"), { text: "Here", fraction });
    for (const [at, chapters] of oddFiles.entries()) {
      await club.giveSound(chapters, 1000 + at);
      const { listening, reached } = await club.progress();
      expect([(listening?.seconds ?? -1) >= 0, reached <= 1, reached >= 0]).toEqual([true, true, true]);
      expect((await club.talk()).notes.map((note) => note.fraction <= 1)).toEqual([true]);
    }
  });

  test("is a share of the audio until there is a text", async () => {
    await club.giveSound(
      audioChapters(
        CHAPTERS.map(() => 300),
        (at) => `Chapter ${NUMBERS[at]}`,
      ),
      3000,
    );
    await club.listenUpTo(750);
    const fraction = (await club.progress()).reached;
    await club.mia.call("POST", club.path("notes"), { text: "Here", fraction });
    await club.chief.call("POST", club.path("notes"), { text: "The end", fraction: 0.9, kind: "question" });
    await club.give(FULL_CHAPTERS);
    const { reached } = await club.progress();
    expect(reached).toBeCloseTo(shareOf(FULL_CHAPTERS, "three302"), 1);
    expect((await club.talk()).notes.map(({ text }) => text)).toEqual(["Here"]);
    expect((await club.talk()).notes[0]?.chapter?.title).toBe("Chapter Three");
  });
});
