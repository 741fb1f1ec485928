import { expect, test } from "bun:test";

import { formatDistance, formatPlayTime, formatSecondsLeft, formatSpokenTime, formatTimeAgo } from "./format-time.ts";

test.each([
  [0, "0:00", "0 seconds"],
  [61.9, "1:01", "1 minute 1 second"],
  [3600, "1:00:00", "1 hour"],
  [3722, "1:02:02", "1 hour 2 minutes"],
  [31_800, "8:50:00", "8 hours 50 minutes"],
  [-5, "0:00", "0 seconds"],
  [Number.NaN, "0:00", "0 seconds"],
])("%p seconds are shown as %p and read as %p", (seconds, shownText, spokenText) => {
  expect(formatPlayTime(seconds)).toBe(shownText);
  expect(formatSpokenTime(seconds)).toBe(spokenText);
});

test.each([
  [12.2, "12 s left"],
  [60, "1 min left"],
  [200, "3 min left"],
  [508, "8 min left"],
  [59.6, "1 min left"],
  [3600, "1 h left"],
  [12_000, "3 h 20 min left"],
  [-1, "0 s left"],
  [3600.02, "1 h left"],
])("with %p seconds to go it says %p", (seconds, text) => expect(formatSecondsLeft(seconds)).toBe(text));

test.each([
  [30_000, "just now"],
  [60_000, "1 minute ago"],
  [7_200_000, "2 hours ago"],
  [3 * 86_400_000, "3 days ago"],
])("%p ms later it was %p", (ms, text) => expect(formatTimeAgo(new Date(0), new Date(ms))).toBe(text));

test.each([
  [100, 100, "at the same place"],
  [100, 140, "40 seconds further on"],
  [100, 230, "2 minutes further on"],
  [7600, 100, "2 hours 5 minutes further back"],
])("from %p to %p is %p", (fromSeconds, toSeconds, text) => {
  expect(formatDistance(fromSeconds, toSeconds)).toBe(text);
});
