import { beforeEach, describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { audioChapters, plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const CHAPTER_WORDS = [2000, 4000, 3000, 1000];
const CHAPTER_SECONDS = CHAPTER_WORDS.map((count) => count / 2);
const AUDIO_SECONDS = 5000;

const club = perTest(() => createReadingClub());
beforeEach(async () => {
  await club.giveText({ chapters: plainChapters(CHAPTER_WORDS) });
  await club.giveSound(audioChapters(CHAPTER_SECONDS), AUDIO_SECONDS);
});

const getReached = async () => (await club.get("place")).reached;
const saveReached = (fraction: number) => club.mia.call("PUT", club.path("reached"), { fraction });

describe("one position in text and audio", () => {
  test("is empty at first, and private", async () => {
    const expectedTimeLeft = { listening: AUDIO_SECONDS, reading: expect.any(Number) };
    const edition = expect.stringMatching(/^[\w-]+\.[\w-]+$/);
    const emptyProgress = {
      edition,
      listening: null,
      reading: null,
      paper: null,
      reached: 0,
      offer: null,
      left: expectedTimeLeft,
      pace: 1500,
    };
    expect(await club.get("place")).toEqual(emptyProgress);
    await club.listen(1500);
    expect(await club.get("place", club.member("otto"))).toEqual(emptyProgress);
  });

  test("offers the newer position in the other medium, by chapter", async () => {
    await club.read(0.05);
    club.pass(60);
    await club.listen(2000, { reason: "tick" });
    const { offer, listening, reading } = await club.get("place");
    expect(listening).toEqual({ seconds: 2000, at: "2026-03-10T12:01:00.000Z" });
    expect(reading).toEqual({ fraction: 0.05, locator: "at 0.05", at: "2026-03-10T12:00:00.000Z" });
    expect(offer).toMatchObject({
      from: "listening",
      seconds: 2000,
      chapter: { index: 1, title: "Chapter 2" },
      confidence: "chapter",
    });
    expect(offer.fraction).toBeCloseTo(0.4, 2);
    club.pass(60);
    await club.read(0.8);
    const nextOffer = (await club.get("place")).offer;
    expect(nextOffer).toMatchObject({ from: "reading", fraction: 0.8, chapter: { index: 2, title: "Chapter 3" } });
    expect(Math.abs(nextOffer.seconds - 4000)).toBeLessThan(60);
  });

  test("reveals no notes when a shorter audiobook replaces a longer", async () => {
    await club.listenUpTo(3000);
    const progressBefore = await club.get("place");
    expect(progressBefore.reached).toBeCloseTo(0.6, 2);
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { audiobookFilename: null });
    await club.giveSound(audioChapters(CHAPTER_SECONDS.map((seconds) => seconds / 2)), AUDIO_SECONDS / 2);
    const { listening, reached: reachedNow } = await club.get("place");
    expect([listening.seconds, reachedNow]).toEqual([1500, expect.closeTo(0.6, 2)]);
    await club.giveSound(audioChapters(CHAPTER_SECONDS), AUDIO_SECONDS);
    expect(await club.get("place")).toEqual(progressBefore);
    await club.giveSound(audioChapters(CHAPTER_SECONDS.map((seconds) => seconds / 2)), AUDIO_SECONDS / 2);
    // from a page that still plays the longer file, then from one that plays the new one
    await club.listen(3010, { reason: "tick" });
    expect(await getReached()).toBeCloseTo(0.6, 2);
    await club.listen(1510, { reason: "tick" });
    expect(await getReached()).toBeCloseTo(0.604, 2);
  });

  test("offers nothing if both are within half a minute", async () => {
    await club.listen(1000);
    club.pass(60);
    await club.read(0.2);
    expect((await club.get("place")).offer).toBeNull();
    await club.listen(4000);
    expect((await club.get("place")).offer).not.toBeNull();
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { audiobookFilename: null });
    expect((await club.get("place")).offer).toBeNull();
  });

  test("says how long the member stayed since the last jump", async () => {
    await club.read(0.1, { reason: "seek", client: "r" });
    for (let page = 1; page <= 20; page += 1) {
      club.pass(60);
      await club.read(0.1 + page / 100, { reason: "tick", client: "r" });
    }
    await club.listen(0, { reason: "seek", client: "p" });
    club.pass(7);
    await club.listen(7, { reason: "tick", client: "p" });
    const { offer, spent } = await club.get("place");
    expect([offer.from, spent.listening]).toEqual(["listening", 7]);
    // a fifth of 10,000 words
    expect(spent.reading).toBeGreaterThan(300);
    await club.listen(1500, { reason: "seek", client: "p" });
    expect((await club.get("place")).spent).toBeUndefined();
  });

  test("is marked as rough when the audio has no chapters", async () => {
    await club.giveSound([], AUDIO_SECONDS);
    await club.listen(2500);
    const { offer } = await club.get("place");
    expect(offer).toMatchObject({ confidence: "rough" });
    expect(offer.fraction).toBeCloseTo(0.5, 1);
  });

  test("includes the whole timeline for pages that show both", async () => {
    const { timeline } = await club.get("timeline");
    expect(timeline[0]).toMatchObject({ seconds: 0, fraction: 0 });
    expect(timeline.at(-1)).toMatchObject({ seconds: AUDIO_SECONDS, fraction: 1 });
  });
});

describe("what is left", () => {
  const getTimeLeft = async () => (await club.get("place")).left;
  const fetchPageShare = async () => 1000 / (await club.get("contents")).length;

  test("is the audio left in seconds, the text left in minutes", async () => {
    const { length } = await club.get("contents");
    expect(await getTimeLeft()).toEqual({ listening: AUDIO_SECONDS, reading: Math.round(length / 1500) });
    await club.listen(2000);
    await club.read(0.5);
    expect(await getTimeLeft()).toEqual({ listening: 3000, reading: Math.round(length / 3000) });
    await club.read(1);
    await club.listen(AUDIO_SECONDS + 5);
    expect(await getTimeLeft()).toEqual({ listening: 0, reading: 0 });
  });

  test("uses the member's pace after ten pages, without naps", async () => {
    const page = await fetchPageShare();
    let position = 0;
    const turnPage = async (seconds: number) => {
      club.pass(seconds);
      position += page;
      await club.read(position, { reason: "tick", client: "r" });
    };
    const fetchPace = async () => (await club.get("place")).pace;
    await turnPage(0);
    for (const seconds of [1, 2, 3, 2000]) await turnPage(seconds);
    for (let pageCount = 0; pageCount < 9; pageCount += 1) await turnPage(60);
    expect(await fetchPace()).toBe(1500);
    await turnPage(60);
    expect(await fetchPace()).toBe(1000);
    const { length } = await club.get("contents");
    expect((await getTimeLeft()).reading).toBe(Math.round(((1 - position) * length) / 1000));
    expect((await club.get("place", club.member("otto"))).pace).toBe(1500);
  });

  test("is hidden from members who turned it off", async () => {
    const patchProfile = (body: object) => club.mia.call("PATCH", "/api/profile", body);
    expect(await (await patchProfile({ wantsPace: false })).json()).toMatchObject({ wantsPace: false });
    expect(await getTimeLeft()).toEqual({ listening: null, reading: null });
    await patchProfile({ wantsPace: true });
    expect((await getTimeLeft()).listening).toBe(AUDIO_SECONDS);
  });

  test("is null for a medium that isn't there", async () => {
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { audiobookFilename: null });
    expect((await getTimeLeft()).listening).toBeNull();
  });
});

describe("bookmarks", () => {
  test("merges history into one list with times and text positions", async () => {
    const addBookmark = (body: object) => club.mia.call("POST", "/api/bookmarks", { bookId: club.bookId, ...body });
    await addBookmark({ currentTime: 4000, note: "heard" });
    await addBookmark({ fraction: 0.4, note: "read" });
    const listBookmarks = async () => (await club.mia.call("GET", `/api/bookmarks?bookId=${club.bookId}`)).json();
    const [readBookmark, heardBookmark] = await listBookmarks();
    expect([readBookmark.note, readBookmark.fraction, heardBookmark.note, heardBookmark.currentTime]).toEqual([
      "read",
      0.4,
      "heard",
      4000,
    ]);
    expect(Math.abs(readBookmark.currentTime - 2000)).toBeLessThan(30);
    expect(heardBookmark.fraction).toBeCloseTo(0.8, 1);
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { audiobookFilename: null });
    expect(await listBookmarks()).toMatchObject([{ fraction: null }, { currentTime: null }]);
  });
});

describe("the furthest position", () => {
  test("follows reading and listening, whichever is further", async () => {
    await club.readUpTo(0.1);
    expect(await getReached()).toBe(0.1);
    await club.listenUpTo(1000);
    expect(await getReached()).toBeCloseTo(0.2, 2);
    await club.listen(500, { reason: "seek" });
    expect(await getReached()).toBeCloseTo(0.2, 2);
  });

  test("counts an audiobook jump after a minute of playback", async () => {
    await club.listen(10, { reason: "tick", client: "p" });
    await club.listen(4500, { reason: "seek", client: "p" });
    expect(await getReached()).toBeLessThan(0.01);
    for (let second = 10; second <= 50; second += 10) {
      club.pass(10);
      await club.listen(4500 + second, { reason: "tick", client: "p" });
    }
    expect(await getReached()).toBeLessThan(0.01);
    club.pass(10);
    await club.listen(4560, { reason: "tick", client: "p" });
    expect(await getReached()).toBeGreaterThan(0.9);
  });

  test("counts a text jump after a minute of reading, unless undone", async () => {
    await club.readUpTo(0.1);
    await club.read(0.9, { reason: "seek" });
    club.pass(59);
    await club.read(0.901, { reason: "tick" });
    expect(await getReached()).toBe(0.1);
    await club.read(0.1, { reason: "seek" });
    club.pass(120);
    await club.read(0.102, { reason: "tick" });
    expect(await getReached()).toBe(0.102);
    await club.read(0.5, { reason: "seek" });
    club.pass(60);
    await club.read(0.5, { reason: "leave" });
    expect(await getReached()).toBe(0.5);
  });

  test("accepts a paper reader's page, undoable for a minute", async () => {
    expect(await (await saveReached(0.9)).json()).toEqual({ reached: 0.9 });
    club.pass(59);
    expect(await (await saveReached(0.3)).json()).toEqual({ reached: 0.3 });
    club.pass(60);
    expect(await (await saveReached(0.1)).json()).toEqual({ reached: 0.3 });
    expect((await saveReached(1.5)).status).toBe(422);
  });

  test("follows the chapter match in the first call after a start", async () => {
    await club.giveSound(audioChapters([3000, 500, 500, 1000]), AUDIO_SECONDS);
    await club.listenUpTo(3000);
    const savedProgress = await (await saveReached(0.01)).json();
    expect(savedProgress.reached).toBe(await getReached());
  });

  test("counts seconds by length where there is no text", async () => {
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { ebookFilename: null });
    await club.listenUpTo(2500);
    expect(await getReached()).toBe(0.5);
  });
});

test("has a text bookmark's chapter in the first call, too", async () => {
  const body = { bookId: club.bookId, fraction: 0.95 };
  const response = await club.mia.call("POST", "/api/bookmarks", body);
  expect(await response.json()).toMatchObject({ fraction: 0.95, chapter: 3 });
});

describe("the match of chapters", () => {
  const callMatch = (body?: object, method = "PUT") => club.chief.call(method, club.path("match"), body);

  test("pairs matching chapters, for admins to correct or reset", async () => {
    const { sentences: _, ...made } = await club.get("match", club.chief);
    expect(made.corrected).toBe(false);
    expect(made.confidence).toBeGreaterThan(0.8);
    expect(made.pairs.map((pair: object) => pair)).toMatchObject(
      [0, 1, 2, 3].map((index) => ({ chapter: index, section: index })),
    );
    const correctedMatch = await (await callMatch({ pairs: [{ chapter: 2, section: 1 }] })).json();
    expect(correctedMatch).toMatchObject({
      confidence: 1,
      pairs: [{ chapter: 2, section: 1, fragment: null, confidence: 1 }],
      corrected: true,
    });
    await club.listen(3000);
    expect((await club.get("place")).offer.chapter).toMatchObject({ index: 1 });
    expect((await callMatch(undefined, "DELETE")).status).toBe(204);
    expect(await club.get("match", club.chief)).toMatchObject(made);
  });

  test("rejects chapters that don't exist, and needs both files", async () => {
    const refusedResponse = await callMatch({ pairs: [{ chapter: 9, section: 0 }] });
    expect([refusedResponse.status, await refusedResponse.json()]).toMatchObject([
      422,
      { message: "The audiobook has no chapter 9.", errors: [{ path: "/pairs/0/chapter" }] },
    ]);
    expect((await callMatch({ pairs: [{ chapter: 0, section: 9 }] })).status).toBe(422);
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { ebookFilename: null });
    expect((await callMatch({ pairs: [] })).status).toBe(404);
    expect((await callMatch(undefined, "GET")).status).toBe(404);
  });

  test("is recomputed when a file is replaced", async () => {
    await callMatch({ pairs: [{ chapter: 2, section: 1 }] });
    club.pass(1);
    await club.giveText({ chapters: plainChapters([3000, 3000]) });
    expect(await club.get("match", club.chief)).toMatchObject({ corrected: false });
  });
});
