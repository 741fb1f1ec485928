import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { encodeImage } from "#server/adapters/image-encoder.ts";
import { inspectAudio } from "#server/books/inspect/audio.ts";
import { checkEpub } from "#server/epub/check.ts";
import { AppError } from "#server/errors.ts";
import { atNight } from "#tests/support/at-night.ts";
import { epub } from "#tests/support/epub.ts";
import { jpegWithExif, png } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { memoryOf } from "#tests/support/vitals.ts";

const chapters = [
  { title: "One", start: 0, end: 1 },
  { title: "Two", start: 1, end: 2 },
];
const tags = { title: "Emma", author: "Jane", narrator: "Nora", cover: Buffer.from("picture") };

/** A valid file, and how the server checks it. */
type Subject = { name: string; good: Buffer; inspect: (path: string) => Promise<unknown> };

/** The outcome: the slowest file's wall and CPU time, in milliseconds. */
type Verdict = { files: number; refused: number; longest: number; longestProcessor: number };

/** One valid file of each kind that admins upload. */
async function createSubjects(): Promise<Subject[]> {
  const audio = (path: string) => inspectAudio(path, "m4b");
  const image = async (path: string) => encodeImage(await Bun.file(path).bytes());
  const book = epub({ title: "Emma", cover: "c.png" }, [{ name: "OEBPS/c.png", data: "picture" }]);
  return [
    { name: "EPUB", good: book, inspect: checkEpub },
    { name: "M4B", good: m4b({ ...tags, chapters, seconds: 2 }), inspect: audio },
    { name: "M4B with chpl", good: m4b({ ...tags, chapters, seconds: 2, chapterStyle: "chpl" }), inspect: audio },
    {
      name: "M4B with its index at the end",
      good: m4b({ ...tags, chapters, seconds: 2, indexAtEnd: true }),
      inspect: audio,
    },
    { name: "MP3", good: mp3({ ...tags, chapters, seconds: 2 }), inspect: (path: string) => inspectAudio(path, "mp3") },
    { name: "PNG", good: await png(), inspect: image },
    { name: "JPEG", good: await jpegWithExif(), inspect: image },
  ];
}

/**
 * Damages the valid file `rounds` times by a few bytes or by truncating it (TESTS Z02). Throws if one is neither
 * accepted nor rejected with a sentence.
 */
async function judgeDamaged({ good, inspect }: Subject, rounds: number, seed: number): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-damaged-"));
  const path = join(folder, "file");
  const verdict: Verdict = { files: 0, refused: 0, longest: 0, longestProcessor: 0 };
  let state = seed;
  const random = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  try {
    for (let round = 0; round < rounds; round++) {
      const badFile = Buffer.from(good);
      for (let remainingFlips = 1 + random(4); remainingFlips > 0; remainingFlips--)
        badFile[random(badFile.length)] = random(3) === 0 ? 0xff : random(256);
      await Bun.write(path, random(5) === 0 ? badFile.subarray(0, random(badFile.length)) : badFile);
      const [started, cpuUsage] = [performance.now(), process.cpuUsage()];
      const error = await inspect(path).then(
        () => null,
        (reason: unknown) => reason,
      );
      const { user, system } = process.cpuUsage(cpuUsage);
      if (error !== null && !(error instanceof AppError)) throw new Error(`round ${round}`, { cause: error });
      verdict.files += 1;
      verdict.refused += error === null ? 0 : 1;
      verdict.longest = Math.max(verdict.longest, performance.now() - started);
      verdict.longestProcessor = Math.max(verdict.longestProcessor, (user + system) / 1000);
    }
    return verdict;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MB = 1024 * 1024;
const FILE_COUNT = 10_000;

const subjects = await createSubjects();

atNight(
  `${FILE_COUNT.toLocaleString("en")} damaged files take little time, harm none (Z02)`,
  async () => {
    const seed = 1 + Math.floor(Math.random() * 1e9);
    const rounds = Math.ceil(FILE_COUNT / subjects.length);
    // the first ones load and compile the parsers
    for (const subject of subjects) await judgeDamaged(subject, 100, seed);
    Bun.gc(true);
    const before = memoryOf(process.pid);
    for (const subject of subjects) {
      const { files, refused, longest, longestProcessor } = await judgeDamaged(subject, rounds, seed);
      console.log(
        `Z02: ${files} × ${subject.name}, ${refused} refused; the longest took ${longest.toFixed(0)} ms, ${longestProcessor.toFixed(0)} ms of the processor`,
      );
      expect(longestProcessor).toBeLessThan(200);
    }
    Bun.gc(true);
    const growth = (memoryOf(process.pid) - before) / MB;
    console.log(`Z02: seed ${seed}, memory ${(before / MB).toFixed(0)} MiB, ${growth.toFixed(1)} MiB more afterwards`);
    expect(growth).toBeLessThan(64);
  },
  300_000,
);

/** More than a few hundred rarely find anything; nightly tests try thousands. */
const ROUNDS = 150;

test.each(subjects.map((subject) => [subject.name, subject] as const))(
  "accepts a damaged %s or rejects it with a sentence",
  async (_name, subject) => {
    expect((await judgeDamaged(subject, ROUNDS, 1)).files).toBe(ROUNDS);
  },
);
