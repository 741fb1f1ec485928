import { expect, test } from "bun:test";

import { createSubjects, judgeDamaged } from "#tests/support/damaged-files.ts";
import { memoryOf } from "#tests/support/vitals.ts";

const MB = 1024 * 1024;
const FILES = 10_000;

const subjects = await createSubjects();

test(`${FILES.toLocaleString("en")} damaged files are checked in little time and memory, and none does harm (Z02)`, async () => {
  const seed = 1 + Math.floor(Math.random() * 1e9);
  const rounds = Math.ceil(FILES / subjects.length);
  // the first ones load and compile what reads the files
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
  const more = (memoryOf(process.pid) - before) / MB;
  console.log(`Z02: seed ${seed}, memory ${(before / MB).toFixed(0)} MiB, ${more.toFixed(1)} MiB more afterwards`);
  expect(more).toBeLessThan(64);
}, 300_000);
