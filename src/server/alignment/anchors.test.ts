import { beforeEach, describe, expect, test } from "bun:test";

import type { BookTimeline } from "#contract/book-progress.ts";
import { confidenceLabelAt, fractionAt } from "#contract/timeline.ts";
import type { Person } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";
import { audioChapters, plainChapters } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

import { ANCHORS_MAX } from "./anchors.ts";

const CHAPTER_WORDS = [2000, 4000, 3000, 1000];
const AUDIO_SECONDS = 5000;

const club = perTest(() => createReadingClub());
let otto: Person;
let zoe: Person;
beforeEach(async () => {
  await club.giveText({ chapters: plainChapters(CHAPTER_WORDS) });
  await club.giveSound([], AUDIO_SECONDS);
  otto = club.member("otto");
  zoe = club.member("zoe");
});

const addAnchor = (seconds: number, fraction: number, who = club.mia) =>
  who.call("POST", club.path("anchors"), { seconds, fraction });
const countRows = () => club.db.query("SELECT max(id) AS last, count(*) AS count FROM anchors").get();
const removeAnchor = (id: number, who = club.mia) => who.call("DELETE", `/api/anchors/${id}`);
const matchAt = async (seconds: number, who = club.mia) => {
  const { timeline }: BookTimeline = await club.get("timeline", who);
  return { at: fractionAt(timeline, seconds), exactness: confidenceLabelAt(timeline, seconds) };
};

describe('"I\'m here"', () => {
  test("corrects the timeline for yourself, and can be undone", async () => {
    const fractionBefore = await matchAt(2500);
    expect(fractionBefore).toMatchObject({ exactness: "rough" });
    const response = await addAnchor(2500, 0.45);
    expect(response.status).toBe(201);
    expect(await matchAt(2500)).toMatchObject({ at: 0.45, exactness: "chapter" });
    expect(await matchAt(2500, otto)).toEqual(fractionBefore);
    await club.listen(2500);
    expect((await club.get("place")).offer).toMatchObject({ fraction: 0.45, confidence: "chapter" });
    const { id } = await response.json();
    expect((await removeAnchor(id, otto)).status).toBe(404);
    expect((await removeAnchor(id)).status).toBe(204);
    expect((await removeAnchor(id)).status).toBe(404);
    expect(await matchAt(2500)).toEqual(fractionBefore);
  });

  test("leaves the timeline of other members, also when two agree", async () => {
    const timelineBefore = await club.get("timeline", zoe);
    await addAnchor(2500, 0.45);
    await addAnchor(2510, 0.452, otto);
    expect(await club.get("timeline", zoe)).toEqual(timelineBefore);
    expect(Object.keys(timelineBefore)).toEqual(["timeline", "agreed"]);
  });

  test("counts for its author, and reveals no notes to others", async () => {
    await club.read(1, {}, otto);
    await otto.call("PUT", club.path("reached"), { fraction: 1 });
    const note = await otto.call("POST", club.path("notes"), { text: "The butler did it", fraction: 0.55 });
    expect(note.status).toBe(201);
    for (const seconds of [2440, 2500]) {
      await club.listen(seconds);
      club.pass(61);
    }
    const notesBefore = await club.get("notes");
    expect(notesBefore).toMatchObject({ notes: [], ahead: [{ count: 1 }] });
    for (const who of [otto, zoe]) await addAnchor(2500, 0.6, who);
    expect(await club.get("notes")).toEqual(notesBefore);
    await addAnchor(2500, 0.6);
    expect(await club.get("notes")).toMatchObject({ notes: [{ text: "The butler did it" }], ahead: [] });
  });

  test("leaves an admin's corrected chapters for everyone else", async () => {
    await club.giveSound(audioChapters(CHAPTER_WORDS.map((wordCount) => wordCount / 2)), AUDIO_SECONDS);
    const pairs = [0, 1, 2, 3].map((index) => ({ chapter: index, section: index }));
    await club.chief.call("PUT", club.path("match"), { pairs });
    const fractionBefore = await matchAt(1100, zoe);
    await addAnchor(1100, 0.5);
    await addAnchor(1100, 0.5, otto);
    expect((await matchAt(1100)).at).toBeCloseTo(0.5, 5);
    expect(await matchAt(1100, zoe)).toEqual(fractionBefore);
  });

  test("is ignored for a new file, and needs both files", async () => {
    await addAnchor(2500, 0.45);
    await club.giveSound([], AUDIO_SECONDS + 10);
    expect((await matchAt(2500)).exactness).toBe("rough");
    await addAnchor(10, 0);
    expect(countRows()).toEqual({ last: 2, count: 1 });
    await club.chief.call("PATCH", `/api/books/${club.bookId}`, { audiobookFilename: null });
    expect((await addAnchor(2500, 0.45)).status).toBe(404);
  });

  test("refuses invalid positions, and keeps the newest fifty", async () => {
    expect((await addAnchor(AUDIO_SECONDS + 1, 0.5)).status).toBe(422);
    expect((await addAnchor(1.5, 0.5)).status).toBe(422);
    expect((await addAnchor(1, 1.5)).status).toBe(422);
    for (let at = 0; at <= ANCHORS_MAX; at += 1) await addAnchor(at * 90, (at * 90) / AUDIO_SECONDS);
    expect(countRows()).toEqual({ last: ANCHORS_MAX + 1, count: ANCHORS_MAX });
  });
});
