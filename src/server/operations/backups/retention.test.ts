import { expect, test } from "bun:test";

import { listExpiredNights } from "./retention.ts";

const listDays = (firstDay: string, count: number) =>
  Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(firstDay) + day * 86_400_000).toISOString().slice(0, 10),
  );

/** The backups that remain if one is made on each of these nights and expired ones are deleted. */
function listRemaining(nights: readonly string[]): string[] {
  let remainingNights: string[] = [];
  for (const night of nights) {
    remainingNights = [...remainingNights, night];
    const expiredNights = new Set(listExpiredNights(remainingNights, night));
    remainingNights = remainingNights.filter((name) => !expiredNights.has(name));
  }
  return remainingNights;
}

test("keeps a backup for seven days, four weeks and six months", () => {
  expect(listRemaining(listDays("2025-11-01", 386))).toEqual([
    "2026-06-30",
    "2026-07-31",
    "2026-08-31",
    "2026-09-30",
    "2026-10-31",
    // Sundays, the last days of the weeks
    "2026-11-01",
    "2026-11-08",
    "2026-11-15",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
  ]);
});

test("removes nothing while there are only a few, however old", () => {
  expect(listExpiredNights(listDays("2019-01-01", 7), "2026-01-01")).toEqual([]);
  expect(listExpiredNights([], "2026-01-01")).toEqual([]);
  expect(listExpiredNights(["2019-05-05", "2026-01-01"], "2026-01-01")).toEqual([]);
});

test("deletes only incomplete backups in favor of incomplete ones", () => {
  const completeNights = listDays("2026-01-01", 14);
  const remainingNights = completeNights.filter(
    (night) => !listExpiredNights(completeNights, "2026-01-14").includes(night),
  );
  const incompleteNights = listDays("2026-01-15", 300);
  const expiredNights = listExpiredNights(
    [...remainingNights, ...incompleteNights],
    "2026-12-01",
    new Set(incompleteNights),
  );
  expect(expiredNights.filter((night) => remainingNights.includes(night))).toEqual([]);
  expect(incompleteNights.length - expiredNights.length).toBeLessThanOrEqual(7 + 4 + 6);
});

test("keeps a backup for seven days after the clock was set back", () => {
  const [futureDays, laterDays] = [listDays("2027-11-01", 30), listDays("2026-11-17", 7)];
  expect(listRemaining([...futureDays, ...laterDays])).toEqual(expect.arrayContaining(laterDays));
});

test("keeps a backup made at a time before all others", () => {
  expect(listRemaining([...listDays("2026-05-01", 200), "1970-01-01"])).toContain("1970-01-01");
});
