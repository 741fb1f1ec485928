import { expect, test } from "bun:test";

import { cycleSpeed, toSpeed } from "./speed.ts";

test("the button cycles through SPEC's speeds", () => {
  expect([0.75, 1, 1.25, 1.5, 2].map(cycleSpeed)).toEqual([1, 1.25, 1.5, 2, 0.75]);
  expect(cycleSpeed(1.1)).toBe(1.25);
  expect(cycleSpeed(3)).toBe(0.75);
});

test("any number becomes a speed from 0.5 to 3 in steps of 0.05", () => {
  expect([0, 0.5, 1.0499999, 1.23, 9, Number.NaN].map(toSpeed)).toEqual([0.5, 0.5, 1.05, 1.25, 3, 1]);
});
