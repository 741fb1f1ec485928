import { expect, test } from "bun:test";

import { formatPace, formatPagesLeft } from "./format-pace.ts";

const meeting = { date: "2026-01-28", state: "planned" } as const;
const now = new Date("2026-01-20T17:00:00Z");
const formatAt = (fields: object = {}, at = now) =>
  formatPace({ left: "3 h 20 min left", minutes: 200, meeting, timeZone: "America/New_York", ...fields }, at);

test("shows what is left per day until the meeting", () => {
  expect(formatAt()).toBe("3 h 20 min left, 25 minutes a day until Wed, Jan 28");
  expect(formatAt({}, new Date("2026-01-25T17:00:00Z"))).toBe("3 h 20 min left, 67 minutes a day until Wed, Jan 28");
  expect(formatAt({}, new Date("2026-01-26T17:00:00Z"))).toBe("3 h 20 min left, 1 h 40 min a day until Wed, Jan 28");
  expect(formatAt({}, new Date("2026-01-27T17:00:00Z"))).toBe("3 h 20 min left until tomorrow's meeting");
  // already the 29th in Greenwich
  expect(formatAt({}, new Date("2026-01-29T03:00:00Z"))).toBe("3 h 20 min left until today's meeting");
  // the reader has 8.4 minutes left, which Home shows as 8
  for (const minutes of [8, 8.4])
    expect(formatAt({ left: "8 min left", minutes })).toBe("8 min left, 1 minute a day until Wed, Jan 28");
});

test("is empty without a future meeting or anything left", () => {
  expect(formatAt({ meeting: { ...meeting, state: "over" } })).toBeNull();
  expect(formatAt({ meeting: { ...meeting, state: "cancelled" } })).toBeNull();
  expect(formatAt({ meeting: { ...meeting, date: "" } })).toBeNull();
  expect(formatAt({ minutes: 0.2 })).toBeNull();
  expect(formatAt({}, new Date("2026-01-30T17:00:00Z"))).toBeNull();
});

test("also gives a paper copy's pages per day", () => {
  const formatPagesAt = (count: number, at = now) =>
    formatPagesLeft({ pages: count, meeting, timeZone: "America/New_York" }, at);
  expect(formatPagesAt(77)).toBe("77 pages left, 10 a day until Wed, Jan 28");
  expect(formatPagesAt(1, new Date("2026-01-25T17:00:00Z"))).toBe("1 page left, 1 a day until Wed, Jan 28");
  expect(formatPagesAt(77, new Date("2026-01-27T17:00:00Z"))).toBe("77 pages left until tomorrow's meeting");
  expect(formatPagesAt(0)).toBeNull();
});
