import { expect, test } from "bun:test";

import { toPoints } from "./sentence-timings.ts";

const createSentence = (start: number, codePoint: number) => ({
  section: 0,
  start,
  end: start + 4,
  from: codePoint,
  to: codePoint + 50,
  sure: true,
});
const SECTIONS = [{ length: 10_000 }];

test("maps sentences to points, also around a long pause", () => {
  const points = toPoints([createSentence(0, 0), createSentence(5, 60), createSentence(240, 300)], SECTIONS);
  expect(points.slice(-3)).toEqual([244, 350, 0]);
});

test("keeps the chapter match where the path was lost", () => {
  expect(toPoints([createSentence(0, 0), createSentence(5, 60), createSentence(1_600, 9_000)], SECTIONS)).toEqual([]);
});
