import { expect, test } from "bun:test";

import { toPoints } from "./sentence-timings.ts";

const sentence = (start: number, from: number) => ({
  section: 0,
  start,
  end: start + 4,
  from,
  to: from + 50,
  sure: true,
});
const SECTIONS = [{ length: 10_000 }];

test("maps sentences to points, also around a long pause", () => {
  const points = toPoints([sentence(0, 0), sentence(5, 60), sentence(240, 300)], SECTIONS);
  expect(points.slice(-3)).toEqual([244, 350, 0]);
});

test("keeps the chapter match where the path was lost", () => {
  expect(toPoints([sentence(0, 0), sentence(5, 60), sentence(1_600, 9_000)], SECTIONS)).toEqual([]);
});
