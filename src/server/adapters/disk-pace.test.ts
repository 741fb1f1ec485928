import { expect, test } from "bun:test";

import { createDiskPace } from "./disk-pace.ts";

/** The rests after pieces that took so long, in milliseconds. */
const restsAfter = (pieces: readonly number[]) => pieces.map(createDiskPace());
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test("a fast disk never rests, and one slow piece costs about its own time", () => {
  expect(sum(restsAfter(Array.from({ length: 300 }, () => 4)))).toBe(0);
  expect(sum(restsAfter([4, 4, 60, 4, 4, 4, 4, 4, 4, 4, 4, 4]))).toBeLessThan(90);
});

test("a steadily slow disk is left to others for a third of the time, and to the upload for over half", () => {
  const pieces = Array.from({ length: 100 }, () => 33);
  const rests = restsAfter(pieces);
  const share = sum(pieces) / (sum(pieces) + sum(rests));
  expect(share).toBeGreaterThan(0.55);
  expect(share).toBeLessThan(0.67);
});

test("rests follow each piece of a disk that takes three at once and then waits", () => {
  const pieces = Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? 90 : 3));
  expect(Math.min(...restsAfter(pieces).slice(4))).toBeGreaterThan(20);
});

test("a disk that hangs for a minute is rested for a tenth of a second", () => {
  expect(restsAfter([60_000])).toEqual([100]);
});
