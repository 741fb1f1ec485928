import { describe, expect, test } from "bun:test";

import { type Season, seasonOf } from "#contract/season.ts";

import { SEASON_CHECK_INTERVAL_MS } from "./season.ts";

const noonOf = (day: string) => new Date(`${day}T17:00:00Z`);

describe("the season", () => {
  const boundaries: [string, Season][] = [
    ["2026-03-20", "winter"],
    ["2026-03-21", "spring"],
    ["2026-06-20", "spring"],
    ["2026-06-21", "summer"],
    ["2026-09-22", "summer"],
    ["2026-09-23", "fall"],
    ["2026-12-20", "fall"],
    ["2026-12-21", "winter"],
    ["2026-01-01", "winter"],
  ];
  test.each(boundaries)("of %s is %s", (day, season) => {
    expect(seasonOf(noonOf(day), "America/New_York")).toBe(season);
  });

  test("turns at midnight in the club's zone", () => {
    const moment = new Date("2026-03-21T03:59:00Z");
    expect(seasonOf(moment, "America/New_York")).toBe("winter");
    expect(seasonOf(moment, "Europe/Berlin")).toBe("spring");
  });

  test("is checked again once a day", () => {
    expect(SEASON_CHECK_INTERVAL_MS).toBe(86_400_000);
  });
});
