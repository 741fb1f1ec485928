import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createEmptyTimings, type TimedSentence, toSections } from "./model/sentence-timings.ts";
import { readTimingsFile } from "./timings-cache.ts";

const folder = mkdtempSync(join(tmpdir(), "timings-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function openTimings(text: string) {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, text);
  return readTimingsFile(path);
}

const sentencesOf = (counts: readonly number[]): TimedSentence[] =>
  counts.flatMap((count, section) =>
    Array.from({ length: count }, (_, sentence) => ({
      section,
      start: sentence,
      end: sentence + 0.5,
      from: sentence * 9,
      to: sentence * 9 + 8,
      sure: sentence % 2 === 0,
    })),
  );
/** What the child process writes: the names of files, before and after the sections. */
const createTimings = (counts: readonly number[]) => ({
  share: 0.5,
  sound: [{ href: '"sections":[],"fault":[é𝒜', start: 0, seconds: 9 }],
  points: [0, 1, 2],
  sections: toSections(sentencesOf(counts), counts.length),
  fault: null,
});

test.each([[[]], [[0]], [[1, 0, 3]], [[0, 0, 2, 40_000, 0]]])(
  "reads each section as it was written: %p",
  async (counts) => {
    const timings = createTimings(counts);
    const file = await openTimings(JSON.stringify(timings));
    expect(file).toMatchObject({ share: 0.5, sound: timings.sound, points: [0, 1, 2], fault: null });
    for (let section = 0; section <= counts.length; section += 1) {
      const readSentences = (await Array.fromAsync(file?.section(section) ?? [])).flat();
      expect(readSentences).toEqual(
        sentencesOf(counts)
          .filter((one) => one.section === section)
          .map(({ start, end, from, to, sure }) => ({ start, end, from, to, sure })),
      );
    }
  },
);

test("a book without sentences says why", async () => {
  expect(await openTimings(JSON.stringify(createEmptyTimings("There is no sound here.")))).toMatchObject({
    fault: "There is no sound here.",
  });
});

test("parses only the requested section, without blocking others", async () => {
  const text = JSON.stringify(createTimings([20_000, 3]));
  const file = await openTimings(text.replace("[0,0.5,", "[0,oops,"));
  expect((await Array.fromAsync(file?.section(1) ?? [])).flat()).toHaveLength(3);
  await expect(Array.fromAsync(file?.section(0) ?? [])).rejects.toThrow();
  let turnCount = 0;
  const timer = setInterval(() => (turnCount += 1), 0);
  const timings = await openTimings(text);
  const chunks = await Array.fromAsync(timings?.section(0) ?? []);
  clearInterval(timer);
  expect(chunks.length).toBeGreaterThan(3);
  expect(turnCount).toBeGreaterThan(2);
});

test.each([0, 1, 20, 100, 200])("reports a file cut to %d bytes or zeroed from there", async (bytes) => {
  const text = JSON.stringify(createTimings([5, 5]));
  expect(await openTimings(text.slice(0, bytes))).toBeNull();
  const zeroedFile = await openTimings(text.slice(0, bytes).padEnd(text.length, "\0"));
  expect(zeroedFile).toBeNull();
});
