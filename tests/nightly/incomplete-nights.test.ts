import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";
import { clubAt, hasFakeClock } from "#tests/support/fake-clock.ts";
import { until } from "#tests/support/poll-until.ts";
import { importBook } from "#tests/support/reader-page.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-nights-"));
const pathOf = (...path: string[]) => join(folder, "storage", ...path);
beforeAll(() => executable(), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nameOf = (day: number) => `2026-03-${String(day).padStart(2, "0")}`;
const listNights = () => readdirSync(pathOf("backups")).filter((name) => /^\d{4}-/.test(name));
const readRecord = () => JSON.parse(readFileSync(pathOf("backups/record.json"), "utf8"));

/** Runs the club at noon of this day of March until it has made the night's backup, which takes a minute. */
async function runNight(day: number) {
  const club = await clubAt(`${nameOf(day)}T18:00:00Z`, pathOf(), { NIGHTLY_BACKUP: "on" });
  await until(() => existsSync(pathOf("backups/record.json")) && readRecord().last?.at.startsWith(nameOf(day)));
  await club.stop();
}

/** Saves waiting: other nights get a copy of one that the club made. */
function copyNight(day: number, otherDays: readonly number[]) {
  for (const otherDay of otherDays)
    cpSync(pathOf("backups", nameOf(day)), pathOf("backups", nameOf(otherDay)), { recursive: true });
}

test.skipIf(!hasFakeClock)(
  "keeps good backups while books/ is missing (needs faketime)",
  async () => {
    mkdirSync(pathOf(), { recursive: true });
    const club = await clubAt(`${nameOf(5)}T12:00:00Z`, pathOf());
    await importBook(club, { audio: { seconds: 60 }, month: "2026-03" });
    await club.stop();
    await runNight(5);
    copyNight(5, [2, 3, 4]);
    const goodNights = listNights();
    const { last, lastGoodAt } = readRecord();
    expect([goodNights.length, last.outcome, lastGoodAt]).toEqual([4, "whole", last.at]);

    renameSync(pathOf("books"), pathOf("books.away"));
    mkdirSync(pathOf("books"), { mode: 0o700 });
    await runNight(6);
    copyNight(6, [7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    await runNight(17);
    expect(readRecord().last.outcome).toBe("incomplete");
    expect(listNights().filter((name) => goodNights.includes(name))).toEqual(goodNights);
    expect(readRecord().lastGoodAt).toBe(lastGoodAt);
    // incomplete ones are kept beside, and thinned out themselves
    expect(listNights().length).toBeWithin(goodNights.length + 1, goodNights.length + 10);

    rmSync(pathOf("books"), { recursive: true });
    renameSync(pathOf("books.away"), pathOf("books"));
    await runNight(18);
    const record = readRecord();
    expect([record.last.outcome, record.lastGoodAt]).toEqual(["whole", record.last.at]);
  },
  600_000,
);
