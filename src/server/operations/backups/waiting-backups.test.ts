import { describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";

import { lockStorage } from "#server/storage/folder.ts";
import { runPendingSwap } from "#server/storage/swap-storage.ts";
import { addBook, backedUp, clubFolders, issuesOf, onClub, titlesOf } from "#tests/support/club-folders.ts";

import { createBackupFile } from "./create-backup.ts";
import { restoreBackup } from "./restore.ts";

const now = new Date("2026-11-21T10:00:00Z");
const { at } = clubFolders();

describe("a backup file", () => {
  test("is checked, and restored at the server's next start", async () => {
    await backedUp(at);
    const lock = lockStorage(at("a"));
    await restoreBackup(at("a"), at("club.tar"), { now });
    const { isPending, oldPath } = await restoreBackup(at("a"), at("club.tar"), { now });
    expect(isPending).toBe(true);
    await onClub(at("a"), (deps) => addBook(deps, "Persuasion"));
    expect(await titlesOf(at("a"))).toEqual(["Emma", "Persuasion"]);
    lock.close();
    const secondLock = lockStorage(at("a"));
    expect(runPendingSwap(at("a"))).toBe(oldPath);
    expect(await titlesOf(at("a"))).toEqual(["Emma"]);
    expect(await issuesOf(at("a"))).toEqual([]);
    expect(await titlesOf(oldPath ?? "")).toEqual(["Emma", "Persuasion"]);
    expect(readdirSync(at("a")).filter((name) => name.startsWith("restore"))).toEqual([]);
    expect(runPendingSwap(at("a"))).toBeNull();
    secondLock.close();
  });

  test("is canceled by deleting its marker or by a direct restore", async () => {
    await onClub(at("a"), (deps) => createBackupFile(deps, at("empty.tar")));
    await onClub(at("a"), (deps) => addBook(deps, "Emma"));
    const lock = lockStorage(at("a"));
    await restoreBackup(at("a"), at("empty.tar"), { now });
    rmSync(at("a", "restore-waiting.json"));
    expect(runPendingSwap(at("a"))).toBeNull();
    expect(await titlesOf(at("a"))).toEqual(["Emma"]);
    await onClub(at("a"), (deps) => createBackupFile(deps, at("club.tar")));
    await restoreBackup(at("a"), at("empty.tar"), { now });
    lock.close();
    expect((await restoreBackup(at("a"), at("club.tar"), { now })).isPending).toBe(false);
    expect(runPendingSwap(at("a"))).toBeNull();
    expect(await titlesOf(at("a"))).toEqual(["Emma"]);
  });
});
