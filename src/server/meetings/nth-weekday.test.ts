import { expect, test } from "bun:test";

import { sameWeekday } from "./month-plan.ts";

test.each([
  ["a second Wednesday", "2026-03-11", "2026-04", "2026-04-08"],
  ["a first Sunday", "2026-11-01", "2026-12", "2026-12-06"],
  ["a third Friday", "2026-03-20", "2026-02", "2026-02-20"],
  ["a fifth Tuesday", "2026-03-31", "2026-04", "2026-04-28"],
  ["a fifth Tuesday, in a month that has five", "2026-03-31", "2026-06", "2026-06-30"],
  ["a fourth Thursday that is the last", "2026-02-26", "2026-04", "2026-04-30"],
  ["a fourth Thursday that isn't the last", "2026-04-23", "2026-05", "2026-05-28"],
  ["a fourth Thursday that isn't the last, in a month with five", "2026-04-23", "2026-07", "2026-07-23"],
  ["the last day of a leap February", "2028-02-29", "2028-03", "2028-03-28"],
])("%s stays one: %s in %s is %s", (_, day, month, expectedDay) => {
  expect(sameWeekday(day, month)).toBe(expectedDay);
});
