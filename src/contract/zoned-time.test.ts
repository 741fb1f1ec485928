import { expect, test } from "bun:test";

import { zonedInstant } from "./zoned-time.ts";

const instant = (local: string, zone = "America/New_York") => zonedInstant(local, zone).toISOString().slice(0, 16);

test("uses the offset of the day, also in daylight saving time", () => {
  expect(instant("2026-07-05T19:00")).toBe("2026-07-05T23:00");
  expect(instant("2026-01-05T19:00")).toBe("2026-01-06T00:00");
  expect(instant("2026-07-05T19:00", "Asia/Kolkata")).toBe("2026-07-05T13:30");
  expect(instant("2026-07-05T00:00", "UTC")).toBe("2026-07-05T00:00");
});

test("a skipped time uses the offset before the change", () => {
  expect(instant("2027-03-14T02:30")).toBe("2027-03-14T07:30");
  expect(instant("2027-03-14T01:59")).toBe("2027-03-14T06:59");
  expect(instant("2027-03-14T03:00")).toBe("2027-03-14T07:00");
});

test("malformed times and impossible days are rejected", () => {
  for (const local of [
    "next full moonT12:00",
    "2026-02-31T12:00",
    "2026-02-29T12:00",
    "2026-01-01T25:00",
    "T12:00",
    "",
  ])
    expect(() => zonedInstant(local, "UTC")).toThrow(RangeError);
  expect(instant("2028-02-29T12:00", "UTC")).toBe("2028-02-29T12:00");
});

test("a repeated time means the first of the two", () => {
  expect(instant("2026-11-01T01:30")).toBe("2026-11-01T05:30");
  expect(instant("2026-11-01T00:59")).toBe("2026-11-01T04:59");
  expect(instant("2026-11-01T02:00")).toBe("2026-11-01T07:00");
});
