import { expect, test } from "bun:test";

import { createWriteThrottle } from "./file-writer.ts";

/** The pauses after chunks with these write times, in milliseconds. */
const pausesBetween = (chunkTimes: readonly number[]) => chunkTimes.map(createWriteThrottle());
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const repeatTimes = (count: number, chunkTimes: readonly number[]) =>
  Array.from({ length: count }, () => chunkTimes).flat();

test("never pauses on a fast disk, even after a slow chunk", () => {
  expect(sum(pausesBetween(repeatTimes(300, [4])))).toBe(0);
  expect(sum(pausesBetween([4, 60, ...repeatTimes(300, [2])]))).toBe(0);
});

test("doesn't pause for one slow chunk in twenty", () => {
  expect(sum(pausesBetween(repeatTimes(100, [...repeatTimes(19, [4]), 60])))).toBe(0);
});

test("pauses for less than a second after two slow chunks", () => {
  expect(sum(pausesBetween([...repeatTimes(20, [4]), 60, 60, ...repeatTimes(1000, [4])]))).toBeLessThan(1000);
});

test("gives others a third of a disk that is always slow", () => {
  const chunkTimes = repeatTimes(100, [33]);
  const pauses = pausesBetween(chunkTimes);
  const share = sum(chunkTimes) / (sum(chunkTimes) + sum(pauses));
  expect(share).toBeGreaterThan(0.55);
  expect(share).toBeLessThan(0.67);
});

test.each([3, 6, 10])("keeps up with a disk that takes %i chunks per 100 ms", (count) => {
  const chunkTimes = simulateLimitedDisk({ chunkTimes: count, everyMs: 100 }, 2000);
  expect(chunkTimes.filter(({ tookMs }) => tookMs > 50).length).toBe(2);
  expect(chunkTimes.filter(({ tookMs }) => tookMs > 25).length).toBeLessThan(25);
  expect(chunkTimes.at(-1)?.endsAt).toBeLessThan((2000 / 0.85) * (100 / count));
});

test("rarely blocks 25 ms on a disk that takes a chunk per 100 ms", () => {
  const chunkTimes = simulateLimitedDisk({ chunkTimes: 1, everyMs: 100 }, 2000);
  expect(chunkTimes.filter(({ tookMs }) => tookMs > 25).length).toBeLessThan(50);
});

test("doesn't pause for long after a disk hung for a minute", () => {
  expect(sum(pausesBetween([60_000, ...repeatTimes(300, [2])]))).toBeLessThan(60);
});

/** Writes `count` chunks to a disk that accepts a fixed number per period; unused ones don't carry over. */
function simulateLimitedDisk({ chunkTimes, everyMs }: { chunkTimes: number; everyMs: number }, count: number) {
  const restAfter = createWriteThrottle();
  let now = 0;
  let [period, usedInPeriod] = [0, 0];
  return Array.from({ length: count }, () => {
    const startedAt = now;
    const currentPeriod = Math.floor(now / everyMs);
    if (currentPeriod > period) [period, usedInPeriod] = [currentPeriod, 0];
    if (usedInPeriod === chunkTimes) [period, usedInPeriod] = [period + 1, 0];
    usedInPeriod += 1;
    now = Math.max(now, period * everyMs) + 4;
    const tookMs = now - startedAt;
    now += restAfter(tookMs);
    return { tookMs, endsAt: now };
  });
}
