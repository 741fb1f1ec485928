import { describe, expect, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { pack } from "tar-stream";

import { closeDatabase, openDatabase } from "#db/open.ts";
import type { Deps } from "#server/deps.ts";
import { runChecks } from "#server/operations/doctor/run-checks.ts";
import { addBook, backedUp, clubFolders, onClub, titlesOf } from "#tests/support/club-folders.ts";
import { hasOtherDisk } from "#tests/support/storage.ts";

import { listBackups } from "./backup-status.ts";
import { createBackupFile } from "./create-backup.ts";
import { MANIFEST_FILE, type ManifestEntry, parseManifest } from "./manifest.ts";
import { createNightlyBackup, isNightlyDue } from "./nightly.ts";
import { restoreBackup } from "./restore.ts";

const now = new Date("2026-11-21T10:00:00Z");
const { at } = clubFolders();

test("reports a night of another club in the same folder", async () => {
  mkdirSync(at("shared"));
  const onSharedFolder = (name: string, work: (deps: Deps) => Promise<void>) =>
    onClub(at(name), async (deps) => {
      symlinkSync(at("shared"), at(name, "backups"));
      await work({ ...deps, clock: { now: () => now } });
    });
  await onSharedFolder("a", async (deps) => {
    expect(await createNightlyBackup(deps)).toMatchObject({ outcome: "whole" });
    expect(await isNightlyDue(deps)).toBe(false);
  });
  const night = at("shared/2026-11-21/bookclub.db");
  const bytes = readFileSync(night);
  await onSharedFolder("b", async (deps) => {
    expect(await isNightlyDue(deps)).toBe(true);
    const message = expect.stringContaining(`${realpathSync(at("shared"))} has another club's backup of 2026-11-21`);
    expect(await createNightlyBackup(deps)).toMatchObject({ outcome: "failed", message });
    expect(await listBackups(deps)).toMatchObject({ last: { outcome: "failed", message } });
    expect(await runChecks(deps)).toContainEqual({ topic: "Backups", state: "fix", message });
    rmSync(at("b/backups"));
    expect(await createNightlyBackup(deps)).toMatchObject({ outcome: "whole" });
  });
  expect(readFileSync(night).equals(bytes)).toBe(true);
});

test("backs up the club that a restore brought, on the same day", async () => {
  await backedUp(at);
  await onClub(at("b"), async (deps) => {
    expect(await createNightlyBackup({ ...deps, clock: { now: () => now } })).toMatchObject({ outcome: "whole" });
  });
  await restoreBackup(at("b"), at("club.tar"), { now });
  await onClub(at("b"), async (deps) => {
    const club = { ...deps, clock: { now: () => now } };
    expect(await isNightlyDue(club)).toBe(true);
    expect(await createNightlyBackup(club)).toMatchObject({ outcome: "whole" });
    expect(await isNightlyDue(club)).toBe(false);
  });
});

test("a backup replaces only a backup, and where a link leads", async () => {
  const storage = at("a");
  mkdirSync(at("usb"));
  await onClub(storage, async (deps) => {
    const backUp = (path: string) => createBackupFile(deps, path, { overwrite: true });
    for (const name of ["a/bookclub.db", "a/serve.lock", "letter.odt"]) {
      if (name !== "a/bookclub.db") writeFileSync(at(name), "other");
      const bytes = readFileSync(at(name));
      await expect(backUp(at(name))).rejects.toThrow(`${at(name)} isn't a backup, so it stays as it is`);
      expect(readFileSync(at(name)).equals(bytes)).toBe(true);
    }
    for (const folder of ["books", "cache", "tmp", "uploads"]) {
      mkdirSync(at("a", folder), { recursive: true });
      await expect(backUp(at("a", folder, "club.tar"))).rejects.toThrow(
        `The server deletes other files in ${at("a", folder)}`,
      );
    }
    symlinkSync(at("usb/club.tar"), at("club.tar"));
    await expect(backUp(at("club.tar"))).rejects.toThrow(`${at("club.tar")} is a link to a file that isn't there`);
    writeFileSync(at("usb/club.tar"), "");
    for (const _ of ["an empty file", "a backup"])
      expect((await backUp(at("club.tar"))).path).toBe(realpathSync(at("usb/club.tar")));
  });
  expect((await restoreBackup(at("b"), at("club.tar"), { now })).isPending).toBe(false);
});

test.skipIf(!hasOtherDisk)("refuses to restore from temporary files on another disk", async () => {
  await backedUp(at);
  const otherDisk = mkdtempSync("/dev/shm/bookclub-tmp-");
  try {
    rmSync(at("a/tmp"), { recursive: true });
    symlinkSync(otherDisk, at("a/tmp"));
    const restoring = restoreBackup(at("a"), at("club.tar"), { now });
    await expect(restoring).rejects.toThrow(
      `${at("a/tmp")} is a disk of its own: unmount it, and run the restore again`,
    );
    expect(readdirSync(otherDisk)).toEqual([]);
    expect(await titlesOf(at("a"))).toEqual(["Emma"]);
  } finally {
    rmSync(otherDisk, { recursive: true });
  }
});

describe("a backup file", () => {
  test("that is truncated, changed or no backup changes nothing", async () => {
    await backedUp(at);
    await onClub(at("a"), (deps) => addBook(deps, "Persuasion"));
    const filesBefore = readdirSync(at("a")).toSorted();
    const backupBytes = readFileSync(at("club.tar"));
    const changedBytes = Buffer.from(backupBytes);
    changedBytes.write("FTYP", backupBytes.lastIndexOf("ftyp"));
    const bytesInPages = Buffer.from(backupBytes);
    bytesInPages.fill(0x55, 20_000, 30_000);
    const invalidFiles: [string, Uint8Array, RegExp][] = [
      ["empty", Buffer.alloc(0), /a club.s backup|no manifest/],
      ["short", backupBytes.subarray(0, backupBytes.lastIndexOf("ftyp")), /incomplete/],
      ["at an entry", backupBytes.subarray(0, backupBytes.lastIndexOf("manifest.json")), /incomplete/],
      ["changed", changedBytes, /is damaged|incomplete/],
      ["database", bytesInPages, /is damaged/],
      ["text", Buffer.from("Dear club,\n".repeat(200)), /a club.s backup/],
    ];
    for (const [name, bytes, expectedText] of invalidFiles) {
      writeFileSync(at(name), bytes);
      await expect(restoreBackup(at("a"), at(name), { now })).rejects.toThrow(expectedText);
    }
    await expect(restoreBackup(at("a"), at("nothing"), { now })).rejects.toThrow("There is no file or folder");
    expect(
      readdirSync(at("a"))
        .filter((name) => name !== "serve.lock")
        .toSorted(),
    ).toEqual(filesBefore);
    expect(readdirSync(at("a", "tmp"))).toEqual([]);
    expect(await titlesOf(at("a"))).toEqual(["Emma", "Persuasion"]);
  });

  test("with files that its manifest or database lacks is rejected", async () => {
    const emma = await onClub(at("a"), (deps) => addBook(deps, "Emma"));
    await onClub(at("a"), createNightlyBackup);
    const nightFolder = at("a", "backups", readdirSync(at("a", "backups")).toSorted()[0] ?? "");
    const manifest = parseManifest(readFileSync(join(nightFolder, MANIFEST_FILE), "utf8"));
    const entries = manifest?.entries ?? [];
    const writeManifest = (name: string, entries: ManifestEntry[], heldEntries: ManifestEntry[]) =>
      writeTar(at(name), [
        ...heldEntries.map(({ path }): [string, Uint8Array] => [path, readFileSync(join(nightFolder, path))]),
        [MANIFEST_FILE, Buffer.from(JSON.stringify({ ...manifest, entries: entries }))],
      ]);
    const withoutEmma = entries.filter(({ path }) => path !== emma);
    await writeManifest("more.tar", withoutEmma, entries);
    await writeManifest("less.tar", withoutEmma, withoutEmma);
    await writeManifest("whole.tar", entries, entries);
    const restoreTo = (name: string) => restoreBackup(at("b"), at(name), { now });
    await expect(restoreTo("more.tar")).rejects.toThrow("contains files that aren't in its manifest");
    await expect(restoreTo("less.tar")).rejects.toThrow(`lacks ${emma}, which its database names`);
    expect((await restoreTo("whole.tar")).manifest?.entries).toEqual(entries);
  });

  test("cannot write outside the storage", async () => {
    for (const name of ["../evil", "/etc/evil", "books/../../evil", "backups/x", "books/.hidden", "serve.lock"]) {
      await writeTar(at("evil.tar"), [
        [name, Buffer.from("evil")],
        [MANIFEST_FILE, Buffer.from("{}")],
      ]);
      await expect(restoreBackup(at("a"), at("evil.tar"), { now })).rejects.toThrow("belong in a backup");
    }
    const tar = pack();
    tar.entry({ name: "books/1/a.m4b", type: "symlink", linkname: "/etc/passwd" });
    tar.finalize();
    writeFileSync(at("evil.tar"), Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Uint8Array>)));
    await expect(restoreBackup(at("a"), at("evil.tar"), { now })).rejects.toThrow("belong in a backup");
    expect(readdirSync(at()).toSorted()).toEqual(["a", "evil.tar"]);
  });

  test("is refused while another command has the database open", async () => {
    await onClub(at("a"), (deps) => createBackupFile(deps, at("club.tar")));
    const otherDatabase = openDatabase(at("a", "bookclub.db"));
    otherDatabase.query("SELECT 1 FROM users").all();
    await expect(restoreBackup(at("a"), at("club.tar"), { now })).rejects.toThrow("Another bookclub command is using");
    closeDatabase(otherDatabase);
    await restoreBackup(at("a"), at("club.tar"), { now });
  });

  test("of a newer version is rejected", async () => {
    await onClub(at("a"), async (deps) => {
      const db = openDatabase(at("a", "bookclub.db"));
      db.run("PRAGMA user_version = 999");
      await createBackupFile(deps, at("club.tar"));
      closeDatabase(db);
    });
    await expect(restoreBackup(at("b"), at("club.tar"), { now })).rejects.toThrow("made by a newer bookclub");
  });
});

async function writeTar(path: string, files: readonly [name: string, content: Uint8Array][]): Promise<void> {
  const tar = pack();
  for (const [name, content] of files) tar.entry({ name }, Buffer.from(content));
  tar.finalize();
  writeFileSync(path, Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Uint8Array>)));
}

test("refuses a folder with symbolic links or pipes", async () => {
  const emma = await onClub(at("a"), (deps) => addBook(deps, "Emma"));
  await onClub(at("a"), createNightlyBackup);
  const nightFolder = at("a", "backups", readdirSync(at("a", "backups")).toSorted()[0] ?? "");
  const folderOf = (path: string) => path.split("/").slice(0, -1).join("/");
  const folderAttacks: ((copy: string) => void)[] = [
    (copy) => replaceBy(copy, emma, (linkPath) => symlinkSync(join(nightFolder, emma), linkPath)),
    (copy) => replaceBy(copy, folderOf(emma), (linkPath) => symlinkSync(join(nightFolder, folderOf(emma)), linkPath)),
    (copy) => replaceBy(copy, "bookclub.db", (linkPath) => symlinkSync(join(nightFolder, "bookclub.db"), linkPath)),
    (copy) => replaceBy(copy, emma, (linkPath) => mkdirSync(linkPath)),
    (copy) => replaceBy(copy, emma, (linkPath) => Bun.spawnSync(["mkfifo", linkPath])),
  ];
  for (const [index, attack] of folderAttacks.entries()) {
    const copy = at(`copy-${index}`);
    cpSync(nightFolder, copy, { recursive: true });
    attack(copy);
    await expect(restoreBackup(at("b"), copy, { now })).rejects.toThrow("isn't a plain file in plain folders");
  }
  expect(readdirSync(at("b", "tmp"))).toEqual([]);
  cpSync(nightFolder, at("copy"), { recursive: true });
  symlinkSync(at("copy"), at("link"));
  expect((await restoreBackup(at("b"), at("link"), { now })).isPending).toBe(false);
});

function replaceBy(copy: string, path: string, createLink: (linkPath: string) => unknown): void {
  rmSync(join(copy, path), { recursive: true });
  createLink(join(copy, path));
}
