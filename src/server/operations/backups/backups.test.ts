import { beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { OPERATOR } from "#server/access/caller.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import { createBook } from "#server/books/books.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { m4b } from "#tests/support/m4b.ts";
import { otherDisk } from "#tests/support/storage.ts";

import { listIncompleteNights } from "./backup-status.ts";
import { createNightlyBackup, isNightlyDue } from "./nightly.ts";

const { club } = eachClub([], { now: "2026-03-10T12:00:00Z" });
beforeEach(async () => {
  await club.deps.disk.prepare();
});

const absolutePath = (path: string) => club.deps.disk.absolute(path);
async function addAudiobook(): Promise<string> {
  const { deps } = club;
  const book = await createBook(deps, OPERATOR, { title: "Emma", author: "Jane Austen", month: "2026-03" });
  const received = await deps.disk.receive([m4b({ title: "Emma", seconds: 1 })], { maxBytes: 1e6 });
  await attachFile(deps, {
    bookId: book.id,
    kind: "audiobook",
    filename: "emma.m4b",
    received,
    readListening,
  });
  return deps.stores.books.findFile(book.id, "audiobook")?.path ?? "";
}
const fetchBackups = async () => (await club.admin(`ada${Math.random()}`).call("GET", "/api/backups")).json();

test.each(["nothing", "a damaged one", "half of one"])(
  "a night with %s for a manifest isn't complete",
  async (kind) => {
    await addAudiobook();
    await createNightlyBackup(club.deps);
    const manifest = absolutePath("backups/2026-03-10/manifest.json");
    expect([...(await listIncompleteNights(absolutePath("backups")))]).toEqual([]);
    if (kind === "nothing") rmSync(manifest);
    if (kind === "a damaged one") writeFileSync(manifest, "{}");
    if (kind === "half of one") truncateSync(manifest, 20);
    expect([...(await listIncompleteNights(absolutePath("backups")))]).toEqual(["2026-03-10"]);
  },
);

test.each(["a file", "a link to nothing"])("reports it in the dashboard if its folder is %s", async (kind) => {
  const folder = absolutePath("backups");
  if (kind === "a file") writeFileSync(folder, "");
  else symlinkSync("/unmounted/backups", folder);
  const message = expect.stringContaining(folder);
  expect(await createNightlyBackup(club.deps)).toMatchObject({ outcome: "failed", message });
  expect(club.logged.join()).not.toMatch(/EEXIST|ENOTDIR/);
  expect((await fetchBackups()).last).toEqual({
    at: "2026-03-10T12:00:00.000Z",
    kind: "nightly",
    outcome: "failed",
    message,
  });
  rmSync(folder);
  expect(await fetchBackups()).toMatchObject({ last: null });
});

describe("a nightly backup", () => {
  test("is due from 3 a.m. in the club's zone until it is made", async () => {
    club.setTime("2026-03-10T06:59:00Z");
    expect(await isNightlyDue(club.deps)).toBe(false);
    club.setTime("2026-03-10T07:00:00Z");
    expect(await isNightlyDue(club.deps)).toBe(true);
    await createNightlyBackup(club.deps);
    expect(await isNightlyDue(club.deps)).toBe(false);
    club.setTime("2026-03-11T07:00:00Z");
    expect(await isNightlyDue(club.deps)).toBe(true);
  });

  test("stores the database, and the files as hard links", async () => {
    const path = await addAudiobook();
    expect(await fetchBackups()).toEqual({ last: null, lastGoodAt: null, nightly: true, nights: [] });
    expect((await createNightlyBackup(club.deps)).outcome).toBe("whole");
    const nightFolder = absolutePath("backups/2026-03-10");
    expect(readdirSync(nightFolder).toSorted()).toEqual(["avatars", "bookclub.db", "books", "covers", "manifest.json"]);
    expect(statSync(join(nightFolder, path)).ino).toBe(statSync(absolutePath(path)).ino);
    expect(statSync(nightFolder).mode & 0o777).toBe(0o700);
    expect(statSync(join(nightFolder, "bookclub.db")).mode & 0o777).toBe(0o600);
    const createdAt = "2026-03-10T12:00:00.000Z";
    const backupList = await fetchBackups();
    expect(backupList.last).toEqual({ at: createdAt, kind: "nightly", outcome: "whole", message: "" });
    expect(backupList.nights).toEqual([
      { name: "2026-03-10", createdAt: createdAt, bytes: expect.any(Number), files: 2 },
    ]);
  });

  test.skipIf(process.platform !== "linux")("copies a file of another disk once, and links it later", async () => {
    const path = await addAudiobook();
    // no hard link leads from a folder on another disk
    const folder = mkdtempSync(join(otherDisk, "bookclub-books-"));
    cpSync(absolutePath("books"), folder, { recursive: true });
    rmSync(absolutePath("books"), { recursive: true });
    symlinkSync(folder, absolutePath("books"));
    await createNightlyBackup(club.deps);
    club.setTime("2026-03-11T12:00:00Z");
    expect((await createNightlyBackup(club.deps)).outcome).toBe("whole");
    const [firstCopy, secondCopy] = [10, 11].map((day) => absolutePath(`backups/2026-03-${day}/${path}`));
    expect(statSync(secondCopy ?? "").ino).toBe(statSync(firstCopy ?? "").ino);
    truncateSync(firstCopy ?? "", 20);
    club.setTime("2026-03-12T12:00:00Z");
    expect((await createNightlyBackup(club.deps)).outcome).toBe("whole");
    rmSync(folder, { recursive: true });
  });

  test("reports a file that the storage lost, and has the rest", async () => {
    const path = await addAudiobook();
    rmSync(absolutePath(path));
    const { outcome, message } = await createNightlyBackup(club.deps);
    expect(outcome).toBe("incomplete");
    expect(message).toContain(`${path} is missing`);
    expect((await fetchBackups()).nights[0].files).toBe(1);
  });

  test("leaves no folder when it fails, and the last good stays", async () => {
    await createNightlyBackup(club.deps);
    club.setTime("2026-03-11T12:00:00Z");
    club.deps.stores.copyTo = () => {
      throw new Error("The disk has gone.");
    };
    expect(await createNightlyBackup(club.deps)).toMatchObject({ outcome: "failed", message: "The disk has gone." });
    const backupList = await fetchBackups();
    expect(backupList.lastGoodAt).toBe("2026-03-10T12:00:00.000Z");
    expect(backupList.last.at).toBe("2026-03-11T12:00:00.000Z");
    expect(readdirSync(absolutePath("backups")).toSorted()).toEqual(["2026-03-10", "record.json"]);
    expect(club.logged.join()).toContain("error nightly backup failed");
  });

  test("deletes leftovers of a killed one, and only old nights", async () => {
    const nights = Array.from({ length: 9 }, (_, day) => `2026-02-0${day + 1}`);
    // no process has the highest id
    for (const name of [".making-4194304", `.making-${process.pid}`, ".record-4194304", "my-own-copy", ...nights])
      mkdirSync(absolutePath(`backups/${name}/books`), { recursive: true });
    club.setTime("2026-02-09T12:00:00Z");
    rmSync(absolutePath("backups/2026-02-09"), { recursive: true });
    await createNightlyBackup(club.deps);
    const manifest = absolutePath("backups/2026-02-09/manifest.json");
    for (const night of nights.slice(0, -1)) copyFileSync(manifest, absolutePath(`backups/${night}/manifest.json`));
    club.setTime("2026-03-10T12:00:00Z");
    writeFileSync(absolutePath("backups/before-upgrade-from-1.db"), "");
    await createNightlyBackup(club.deps);
    expect(readdirSync(absolutePath("backups")).toSorted()).toEqual([
      "2026-02-01",
      "2026-02-04",
      "2026-02-05",
      "2026-02-06",
      "2026-02-07",
      "2026-02-08",
      "2026-02-09",
      "2026-03-10",
      "before-upgrade-from-1.db",
      "my-own-copy",
      "record.json",
    ]);
    expect(existsSync(absolutePath("tmp"))).toBe(true);
  });
});
