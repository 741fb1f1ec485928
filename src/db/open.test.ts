import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { StorageError } from "./errors.ts";
import { migrate, readUserVersion } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { closeDatabase, openDatabase, truncateWal } from "./open.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-db-"));
  path = join(folder, "bookclub.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const createDatabaseFile = () => {
  const db = openDatabase(path);
  migrate(db, join(folder, "backups"));
  return db;
};

describe("opening", () => {
  test("sets the pragmas the storage's safety depends on (Q01)", () => {
    const db = createDatabaseFile();
    const readPragma = (name: string) =>
      Object.values(db.query<Record<string, unknown>, []>(`PRAGMA ${name}`).get() ?? {})[0];
    expect(readPragma("journal_mode")).toBe("wal");
    expect(readPragma("synchronous")).toBe(2);
    expect(readPragma("foreign_keys")).toBe(1);
    expect(readPragma("busy_timeout")).toBeGreaterThanOrEqual(2000);
    expect(readPragma("trusted_schema")).toBe(0);
    const version = db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "";
    expect(Bun.semver.satisfies(version, ">=3.51.3")).toBeTrue();
    closeDatabase(db);
  });

  test("keeps the busy timeout when the WAL can't be truncated", () => {
    const db = createDatabaseFile();
    db.run("BEGIN IMMEDIATE");
    expect(() => truncateWal(db)).toThrow("locked");
    expect(db.query("PRAGMA busy_timeout").get()).toEqual({ timeout: 5000 });
    db.run("ROLLBACK");
    closeDatabase(db);
  });

  test("closing leaves one file (Q06)", () => {
    closeDatabase(createDatabaseFile());
    expect(readdirSync(folder)).toEqual(["bookclub.db"]);
  });

  test("rejects a damaged database and names the backups (F02)", () => {
    const damages = [
      () => writeFileSync(path, "This is not a database, but it is long enough to look like a file."),
      () => truncateSync(path, 5000),
      () => truncateSync(path, 0),
    ];
    for (const damage of damages) {
      rmSync(path, { force: true });
      closeDatabase(createDatabaseFile());
      damage();
      expect(() => openDatabase(path)).toThrow(/is damaged: restore a backup from .*backups/);
    }
  });

  test("never creates an empty database beside a club's files (F02)", () => {
    mkdirSync(join(folder, "books", "1"), { recursive: true });
    expect(() => openDatabase(path)).toThrow(/is missing, but books beside it hold files/);
    expect(readdirSync(folder)).toEqual(["books"]);
  });

  test("creates no empty database beside a club's backups (F02)", () => {
    mkdirSync(join(folder, "backups", "2026-11-29"), { recursive: true });
    expect(() => openDatabase(path)).toThrow(/is missing, but backups beside it hold files: restore a backup/);
    expect(readdirSync(folder)).toEqual(["backups"]);
  });

  test("creates a database beside folders on new disks", () => {
    for (const name of ["books", "backups"]) mkdirSync(join(folder, name, "lost+found"), { recursive: true });
    closeDatabase(openDatabase(path));
  });
});

describe("migrating", () => {
  test("upgrades an empty database to the newest version, once", () => {
    const db = createDatabaseFile();
    expect(readUserVersion(db)).toBe(migrations.length);
    expect(migrate(db, join(folder, "backups"))).toEqual([]);
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
    db.close();
  });

  test("keeps a copy of a club before changing the schema", () => {
    const db = createDatabaseFile();
    const nextMigration = {
      version: migrations.length + 1,
      name: "next",
      sql: "CREATE TABLE next (id INTEGER) STRICT",
    };
    db.run("UPDATE content SET welcome_message = 'Hello'");
    migrate(db, join(folder, "backups"), [...migrations, nextMigration]);
    const databaseCopy = openDatabase(join(folder, "backups", `before-upgrade-from-${migrations.length}.db`));
    expect(readUserVersion(databaseCopy)).toBe(migrations.length);
    expect(databaseCopy.query<{ text: string }, []>("SELECT welcome_message AS text FROM content").get()?.text).toBe(
      "Hello",
    );
    databaseCopy.close();
    db.close();
  });

  test("keeps one copy for starts that fail the same way", () => {
    const db = createDatabaseFile();
    const backupFolder = join(folder, "backups");
    const badMigration = { version: migrations.length + 1, name: "bad", sql: "SELECT nonsense" };
    const expectFailedMigration = () =>
      expect(() => migrate(db, backupFolder, [...migrations, badMigration])).toThrow("nonsense");
    for (let attempt = 1; attempt <= 3; attempt += 1) expectFailedMigration();
    expect(readdirSync(backupFolder)).toEqual([`before-upgrade-from-${migrations.length}.db`]);
    db.run("UPDATE content SET welcome_message = 'Hello'");
    for (let attempt = 1; attempt <= 3; attempt += 1) expectFailedMigration();
    expect(readdirSync(backupFolder)).toHaveLength(2);
    db.close();
  });

  test("changes nothing when a step fails", () => {
    const db = createDatabaseFile();
    const versionBefore = readUserVersion(db);
    const badMigration = {
      version: versionBefore + 1,
      name: "bad",
      sql: "CREATE TABLE half (id INTEGER) STRICT; SELECT nonsense",
    };
    expect(() => migrate(db, null, [...migrations, badMigration])).toThrow("nonsense");
    expect(readUserVersion(db)).toBe(versionBefore);
    expect(db.query("SELECT 1 FROM sqlite_schema WHERE name = 'half'").get()).toBeNull();
    db.close();
  });

  test("rejects a newer version's database untouched (M03)", () => {
    const db = createDatabaseFile();
    db.run("PRAGMA user_version = 999");
    expect(() => migrate(db, null)).toThrow(StorageError);
    expect(() => migrate(db, null)).toThrow(/has version 999/);
    db.close();
  });

  test("runs no async callback in a transaction (Q05)", async () => {
    const glob = new Bun.Glob("src/**/*.ts");
    let fileCount = 0;
    for await (const file of glob.scan(join(import.meta.dir, "../.."))) {
      fileCount += 1;
      const text = await Bun.file(join(import.meta.dir, "../..", file)).text();
      expect(`${file}: ${/transaction\(\s*async/.test(text)}`).toBe(`${file}: false`);
    }
    expect(fileCount).toBeGreaterThan(50);
  });
});
