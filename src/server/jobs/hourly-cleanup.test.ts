import { beforeEach, expect, spyOn, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";

import { PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";

import { runHourlyCleanup } from "./hourly-cleanup.ts";

const { club } = eachClub([], { now: "2026-01-01T12:00:00Z" });
beforeEach(async () => {
  club.member("mia");
  expect((await club.signIn("mia", PASSWORD)).status).toBe(200);
  expect((await club.signIn("mia", "wrong")).status).toBe(401);
});

const countRows = (table: string) => club.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
const countRemaining = (at: string) => {
  club.setTime(at);
  void runHourlyCleanup(club.deps);
  return { sessions: countRows("sessions"), attempts: countRows("attempts"), devices: countRows("known_devices") };
};

test("removes expired failures, sessions and browsers, no others", () => {
  const initialCounts = { sessions: 2, attempts: 2, devices: 1 };
  expect(countRemaining("2026-01-01T13:00:00Z")).toEqual(initialCounts);
  expect(countRemaining("2026-01-01T14:00:01Z")).toEqual({ ...initialCounts, attempts: 0 });
  expect(countRemaining("2026-01-31T11:59:59Z")).toEqual({ ...initialCounts, attempts: 0 });
  expect(countRemaining("2026-01-31T12:00:00Z")).toEqual({ sessions: 0, attempts: 0, devices: 1 });
  expect(countRemaining("2027-02-05T11:59:59Z")).toEqual({ sessions: 0, attempts: 0, devices: 1 });
  expect(countRemaining("2027-02-05T12:00:00Z")).toEqual({ sessions: 0, attempts: 0, devices: 0 });
});

test("a file that can't be deleted doesn't prevent other steps", async () => {
  const { disk } = club.deps;
  // an operator moved it to another disk, which is gone
  symlinkSync("/nowhere", disk.absolute("replaced-20250101T000000Z"));
  mkdirSync(disk.absolute("covers"), { recursive: true });
  const orphanPath = disk.absolute(`covers/${"ab".repeat(32)}.webp`);
  writeFileSync(orphanPath, "left behind");
  utimesSync(orphanPath, new Date(0), new Date(0));
  void runHourlyCleanup(club.deps);
  while (existsSync(orphanPath)) await Bun.sleep(5);
});

test("keeps an operator's files in its folders", async () => {
  const { disk } = club.deps;
  const folders = ["books", "covers", "cache"];
  for (const folder of ["books/9", "covers", "cache/ebooks", "cache/pip"])
    mkdirSync(disk.absolute(folder), { recursive: true });
  const operatorsPaths = ["books/Emma.epub", "books/9/Emma.epub", "cache/ebooks/a", "cache/pip/b", "covers/mouse.jpg"];
  const sha256 = "ab".repeat(32);
  const orphanPaths = [
    "books/9/ebook-20260101T120000000Z-0123456789abcdef.epub",
    `cache/ebooks/${sha256}-1`,
    `covers/${sha256}.webp`,
  ];
  for (const path of [...operatorsPaths, ...orphanPaths]) {
    writeFileSync(disk.absolute(path), "Emma");
    utimesSync(disk.absolute(path), new Date(0), new Date(0));
  }
  await runHourlyCleanup(club.deps);
  const remainingFiles = await disk.list(folders);
  expect(remainingFiles.map(({ path }) => path).toSorted()).toEqual(operatorsPaths.toSorted());
});

test("truncates the write-ahead log if rows can't be deleted", async () => {
  const { attempts } = club.deps.stores;
  using failingRemoval = spyOn(attempts, "deleteOlder").mockImplementation(() => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  });
  using truncation = spyOn(club.deps.stores, "truncateWal");
  await runHourlyCleanup(club.deps);
  expect([failingRemoval.mock.calls.length, truncation.mock.calls.length]).toEqual([1, 1]);
});

test("deletes the editions of a file replaced a hundred times", () => {
  const sha256 = (n: number) => String(n).padStart(16, "0").padEnd(64, "f");
  const { books, editions } = club.deps.stores;
  const { id: bookId } = books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
  for (let n = 0; n < 120; n += 1) {
    const row = { edition: sha256(n).slice(0, 16), next: sha256(n + 1).slice(0, 16), known: "[]" };
    editions.save({ bookId, kind: "ebook" }, row);
  }
  editions.save({ bookId, kind: "audiobook" }, { edition: "0".repeat(16), next: null, known: "{}" });
  club.db.run("UPDATE books SET ebook_sha256 = ?", [sha256(120)]);
  void runHourlyCleanup(club.deps);
  const remainingEditions = club.db.query("SELECT min(edition), count(*) FROM editions WHERE kind = 'ebook'").values();
  expect(remainingEditions).toEqual([[sha256(20).slice(0, 16), 100]]);
  expect(countRows("editions")).toBe(101);
});
