import { expect, test } from "bun:test";

import { findComingLines, formatPlanLine } from "./format-plan.ts";

const timeZone = "America/New_York";
const now = new Date("2026-01-20T17:00:00Z");
const line = {
  by: "2026-01-25",
  fraction: 0.5,
  chapter: { index: 8, title: "Chapter 9" },
  seconds: 12_000,
  page: null,
};

test("counts chapters, pages for paper, minutes for listeners", () => {
  const formatLine = (fields: object, isListening = false) => formatPlanLine({ ...line, ...fields }, { isListening });
  expect(formatLine({})).toBe("By Sun, Jan 25: through chapter 9");
  expect(formatLine({}, true)).toBe("By Sun, Jan 25: through chapter 9, 3 h 20 min in");
  expect(formatLine({ page: 143 }, true)).toBe("By Sun, Jan 25: through chapter 9, page 143");
  expect(formatLine({ by: "2026-02-08", chapter: null })).toBe("By Sun, Feb 8: 50% of the book");
  expect(formatLine({ by: "2026-01-20", fraction: 1, page: 320 }, true)).toBe("By Tue, Jan 20: to the end");
});

test("shows the first line whose day hasn't passed in the zone", () => {
  const lines = [{ ...line, by: "2026-01-18" }, line];
  expect(findComingLines(lines, timeZone, now)[0]?.by).toBe("2026-01-25");
  // still the 18th in New York
  expect(findComingLines(lines, timeZone, new Date("2026-01-19T03:00:00Z"))[0]?.by).toBe("2026-01-18");
  expect(findComingLines(lines, timeZone, new Date("2026-02-19T03:00:00Z"))).toEqual([]);
});
