import { expect, test } from "bun:test";

import { formatMinutes, normalizeDuration } from "./duration.ts";

test("formats every length the same way", () => {
  expect([0.2, 8, 60, 200].map(formatMinutes)).toEqual(["less than a minute", "8 min", "1 h", "3 h 20 min"]);
  expect(["8 hrs and 50 mins", "1 hr", "45 mins", "8 hours, abridged"].map(normalizeDuration)).toEqual([
    "8 h 50 min",
    "1 h",
    "45 min",
    "8 h, abridged",
  ]);
});
