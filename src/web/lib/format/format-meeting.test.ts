import { expect, test } from "bun:test";

import { formatMeetingDay } from "./format-meeting.ts";

const now = new Date("2026-12-07T03:00:00Z"); // still the 6th in New York
const format = (date: string, state: "planned" | "over" | "cancelled" = "planned") =>
  formatMeetingDay({ date, state }, "America/New_York", now);

test("shows a meeting's weekday and distance in the club's zone", () => {
  expect(format("2026-12-16")).toBe("Wednesday, in 10 days");
  expect(format("2026-12-07")).toBe("Monday, tomorrow");
  expect(format("2026-12-06")).toBe("Sunday, today");
  expect(format("2026-12-16", "cancelled")).toBe("Wednesday");
  expect(format("2026-12-02", "over")).toBe("We met on Wednesday");
  expect(format("")).toBe("");
  expect(format("soon")).toBe("");
});
