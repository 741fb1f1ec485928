import { afterEach, describe, expect, test } from "bun:test";
import { truncateSync } from "node:fs";

import type { SectionSentences } from "#contract/sentences.ts";
import { secondsAt, type Timeline } from "#contract/timeline.ts";
import { createSandbox, type Sandbox } from "#server/adapters/sandbox.ts";
import { deleteUnreferencedCache } from "#server/storage/stored-files.ts";
import { childrenOf } from "#tests/support/child-processes.ts";
import { countingSandbox, inspectHere, isAligning } from "#tests/support/inspect-here.ts";
import { jsonOf } from "#tests/support/json.ts";
import { chaptersOf, CLEAR, randomNumbers, readAloud, type Reading, writeText } from "#tests/support/narrated-text.ts";
import { until } from "#tests/support/poll-until.ts";
import { createReadingClub, type ReadingClub } from "#tests/support/reading-club.ts";

import { alignPendingBooks } from "./align-book.ts";
import { listTimingsCacheKeys } from "./timings-cache.ts";

let club: ReadingClub;
afterEach(() => club.close());

const random = randomNumbers(5);
const text = writeText(random, { chapters: 3, paragraphs: 8 });
const reading = readAloud(text, random, () => CLEAR);
const otherReading = readAloud(writeText(random, { chapters: 3, paragraphs: 8 }), random, () => CLEAR);

async function openClub({ sandbox = inspectHere, sound = reading }: { sandbox?: Sandbox; sound?: Reading } = {}) {
  club = await createReadingClub(sandbox);
  await club.giveText({ chapters: chaptersOf(text) });
  await club.giveSpeech(sound);
}

const alignBooks = (signal = new AbortController().signal) => alignPendingBooks(club.deps, signal);
const getState = async () => (await club.get("match", club.chief)).sentences;
const getSentences = (section: number): Promise<SectionSentences> => club.get(`sentences?section=${section}`);

/** The sentences of all chapters that are timed correctly, counted by their words. */
async function countCorrectStarts() {
  const listedStarts: { words: string; start: number; sure: boolean }[] = [];
  for (const section of text.keys()) {
    const page = await (await club.text(`OEBPS/text/c${section + 1}.xhtml`)).text();
    const body = page.slice(page.indexOf("<body>"));
    const shownText = body
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    for (const { from, to, start, sure } of (await getSentences(section)).sentences)
      listedStarts.push({ words: shownText.slice(from, to).trim(), start, sure });
  }
  const sureStarts = listedStarts.filter((one) => one.sure);
  const correctStarts = sureStarts.filter(
    ({ words, start }) => Math.abs((reading.begins.get(words) ?? -9) - start) <= 1,
  );
  return { listed: listedStarts.length, sure: sureStarts.length, right: correctStarts.length };
}

describe("an audiobook", () => {
  test("is aligned once, and has a start time for each sentence", async () => {
    const { runs, sandbox } = countingSandbox();
    await openClub({ sandbox });
    expect(await getState()).toEqual({ state: "waiting", share: 0, progress: 0 });
    expect(await getSentences(0)).toEqual({ sentences: [] });
    await alignBooks();
    await alignBooks();
    expect(runs.filter(isAligning)).toHaveLength(1);
    const { state: stateName, share } = await getState();
    const { listed, sure, right } = await countCorrectStarts();
    expect(stateName).toBe("ready");
    expect(share).toBeCloseTo(sure / reading.begins.size, 1);
    expect([listed / reading.begins.size, share].every((one) => one > 0.85)).toBe(true);
    expect(right / sure).toBeGreaterThan(0.95);
  });

  test("is aligned in one run, together with its chapters", async () => {
    const { runs, sandbox } = countingSandbox();
    await openClub({ sandbox });
    await alignBooks();
    await club.get("timeline");
    await club.get("match", club.chief);
    expect(runs.filter(([kind]) => kind === "align")).toHaveLength(1);
  });

  test("moves the timeline to the sentences, not saved positions", async () => {
    await openClub();
    await club.listen(100);
    await club.read(0.4);
    const timelineBefore: Timeline = (await club.get("timeline")).timeline;
    await alignBooks();
    const { timeline }: { timeline: Timeline } = await club.get("timeline");
    expect(timeline.length).toBeGreaterThan(timelineBefore.length);
    const { sections, length } = await club.get("contents");
    const sectionStarts = [0, sections[0].length, sections[0].length + sections[1].length];
    for (const [section, start] of sectionStarts.entries())
      for (const one of (await getSentences(section)).sentences.filter(({ sure }) => sure))
        expect(Math.abs(secondsAt(timeline, (start + one.from) / length) - one.start)).toBeLessThan(0.7);
    expect(await club.get("place")).toMatchObject({ listening: { seconds: 100 }, reading: { fraction: 0.4 } });
    // without audio chapters, offers use sentences as well
    const { offer } = await club.get("place");
    expect(offer).toMatchObject({ from: "reading", confidence: "chapter" });
    expect(Math.abs(offer.seconds - secondsAt(timeline, 0.4))).toBeLessThan(1);
    // a few hundred points per hour of audio
    expect(timeline.length).toBeLessThan(reading.seconds / 2);
  });

  test("changes nothing when it's of another book", async () => {
    await openClub({ sound: otherReading });
    const timelineBefore = await club.get("timeline");
    await alignBooks();
    expect(await getState()).toMatchObject({ state: "not-possible", share: 0 });
    expect(await getSentences(1)).toEqual({ sentences: [] });
    expect(await club.get("timeline")).toEqual(timelineBefore);
  });

  test("is aligned again for another file or a correction", async () => {
    const { runs, sandbox } = countingSandbox();
    await openClub({ sandbox });
    await alignBooks();
    const alignAgain = async () => {
      expect((await getState()).state).toBe("waiting");
      await alignBooks();
      expect((await getState()).state).toBe("ready");
    };
    expect((await club.chief.call("DELETE", club.path("match"))).status).toBe(204);
    await alignAgain();
    const correction = { pairs: [] };
    expect((await jsonOf(club.chief.call("PUT", club.path("match"), correction))).sentences.state).toBe("waiting");
    await alignAgain();
    club.pass(1);
    await club.giveSpeech({ ...reading, seconds: reading.seconds + 1 });
    await alignAgain();
    expect(runs.filter(isAligning)).toHaveLength(4);
    // timings without a file are deleted
    expect(await deleteUnreferencedCache(club.deps, listTimingsCacheKeys(club.deps))).toBe(1);
    expect((await getState()).state).toBe("ready");
  });

  test("is aligned again after a power cut damaged its timings", async () => {
    // another file than above, whose sentences are in memory
    await openClub({ sound: { ...reading, seconds: reading.seconds + 2 } });
    await alignBooks();
    const [cachedFile] = await club.deps.disk.list(["cache/sentences"]);
    truncateSync(club.deps.disk.absolute(cachedFile?.path ?? ""), 100);
    expect(await club.get("place")).toMatchObject({ reached: 0 });
    expect((await getState()).state).toBe("waiting");
    await until(async () => (await club.deps.disk.list(["cache/sentences"])).length === 0);
    await alignBooks();
    expect((await getState()).state).toBe("ready");
  });
});

describe("the child process", () => {
  test("reports its progress, and restarts after being stopped", async () => {
    await openClub({ sandbox: createSandbox() });
    // chapters are matched by then, so nothing below waits for them
    await getState();
    const aborter = new AbortController();
    const firstAlignment = alignBooks(aborter.signal);
    await until(async () => (await getState()).progress > 0);
    expect(await getState()).toMatchObject({ state: "working", share: 0 });
    aborter.abort();
    await firstAlignment;
    expect(childrenOf(process.pid)).toEqual([]);
    expect(await getState()).toEqual({ state: "waiting", share: 0, progress: 0 });
    expect(await club.deps.disk.list(["tmp", "cache/sentences"])).toEqual([]);
    await alignBooks();
    expect((await getState()).state).toBe("ready");
  }, 300_000);
});
