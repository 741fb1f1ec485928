import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { StorageError } from "#db/errors.ts";
import { migrate, readUserVersion } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { openDatabase } from "#db/open.ts";

import {
  dropRootPrivileges,
  findMissingStorage,
  lockStorage,
  openStorage,
  openStorageForCommand,
  requireOwnFolder,
} from "./folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-storage-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a missing storage folder is created for its owner only (F03)", () => {
  const storage = join(folder, "a", "b");
  openStorage(storage).close();
  expect(statSync(storage).mode & 0o777).toBe(0o700);
});

test("rejects a path that can't be a folder (F03)", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => openStorage(join(folder, "file", "storage"))).toThrow(StorageError);
  expect(() => openStorage(join(folder, "file", "storage"))).toThrow(/can't be written: check STORAGE_DIR/);
});

test("rejects a second server until the first has stopped (F03)", () => {
  const lock = lockStorage(folder);
  expect(() => lockStorage(folder)).toThrow(/Another bookclub server is running/);
  lock.close();
  lockStorage(folder).close();
});

test("a command can open the storage beside a server", () => {
  const lock = lockStorage(folder);
  const serverDatabase = openStorage(folder);
  const taskDatabase = openStorage(folder);
  taskDatabase.run("UPDATE content SET welcome_message = 'Hello'");
  expect(serverDatabase.query<{ text: string }, []>("SELECT welcome_message AS text FROM content").get()?.text).toBe(
    "Hello",
  );
  taskDatabase.close();
  serverDatabase.close();
  lock.close();
});

test("a command doesn't upgrade the database of a running server", () => {
  const db = openDatabase(join(folder, "bookclub.db"));
  const [newest, ...older] = migrations.toReversed();
  migrate(db, null, older.toReversed());
  const versionBefore = readUserVersion(db);
  const lock = lockStorage(folder);
  expect(() => openStorageForCommand(folder)).toThrow(/is older than this program.*: restart it/);
  expect(readUserVersion(db)).toBe(versionBefore);
  lock.close();
  openStorageForCommand(folder).close();
  expect(readUserVersion(db)).toBe(newest?.version ?? 0);
  lockStorage(folder).close();
  db.close();
});

test("a command creates no database while a server runs", () => {
  const lock = lockStorage(folder);
  expect(() => openStorageForCommand(folder)).toThrow(/bookclub\.db is gone.*: stop the server, and put the file back/);
  expect(existsSync(join(folder, "bookclub.db"))).toBe(false);
  lock.close();
  openStorageForCommand(folder).close();
});

test("a lock that can't be opened is reported in one sentence", () => {
  mkdirSync(join(folder, "serve.lock"));
  expect(() => lockStorage(folder)).toThrow(StorageError);
  expect(() => lockStorage(folder)).toThrow(/serve\.lock can't be opened for writing: check who owns it/);
});

test.each([
  ["a link to a disk that isn't mounted", (path: string) => symlinkSync(join(folder, "not-mounted"), path)],
  ["a file", (path: string) => writeFileSync(path, "")],
])("detects a club although %s is in a folder's place", (_, createEntry) => {
  for (const name of ["avatars", "books", "covers"]) createEntry(join(folder, name));
  writeFileSync(join(folder, "bookclub.db"), "");
  expect(findMissingStorage(folder)).toBe(null);
});

test("rejects a folder of other things, unless a club is there", () => {
  for (const name of ["books", "tmp", "lost+found", ".git", "@eaDir", "replaced-20261001T000000Z"])
    mkdirSync(join(folder, name));
  writeFileSync(join(folder, "club.tar"), "");
  expect(() => requireOwnFolder(folder)).not.toThrow();
  mkdirSync(join(folder, "Documents"));
  expect(() => requireOwnFolder(folder)).toThrow(
    `${folder} isn't a club's folder: it has Documents. Set STORAGE_DIR to`,
  );
  openStorage(folder).close();
  expect(() => requireOwnFolder(folder)).not.toThrow();
  expect(() => requireOwnFolder(join(folder, "new"))).not.toThrow();
});

test("finds no club in a file, nor below one", () => {
  writeFileSync(join(folder, "file"), "");
  for (const storageDir of [join(folder, "file"), join(folder, "file", "storage")]) {
    expect(findMissingStorage(storageDir)).toContain("There is no club");
    expect(() => dropRootPrivileges(storageDir)).not.toThrow();
  }
});

test("doesn't take links to an unmounted disk for a club", () => {
  symlinkSync(join(folder, "not-mounted"), join(folder, "books"));
  expect(findMissingStorage(folder)).toContain("There is no club");
});
