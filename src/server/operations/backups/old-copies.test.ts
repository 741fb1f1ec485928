import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { migrate } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { createDeps } from "#server/deps.ts";
import { runHourlyCleanup } from "#server/jobs/hourly-cleanup.ts";
import { clubFolders, onClub } from "#tests/support/club-folders.ts";
import { until } from "#tests/support/poll-until.ts";

import { ensureBackupFolder } from "./backup-status.ts";
import { deleteOldCopies, HOOK_SNAPSHOT } from "./retention.ts";

const { at } = clubFolders();

test("deletes old upgrade copies and storages after 30 days", async () => {
  await onClub(at("a"), async (deps) => {
    const createFile = (path: string, time: string) => {
      mkdirSync(join(at("a", path), ".."), { recursive: true });
      writeFileSync(at("a", path), "mia");
      utimesSync(at("a", path), new Date(time), new Date(time));
    };
    const oldTime = "2026-10-01T00:00:00Z";
    for (const name of ["before-upgrade-from-3.db", "before-upgrade-from-3-2026-10-01T00-00-00-000Z.db"])
      createFile(`backups/${name}`, oldTime);
    createFile("backups/before-upgrade-from-4.db.partial", oldTime);
    createFile("backups/before-upgrade-from-25.db", "2026-11-20T00:00:00Z");
    createFile("backups/my-own.db", oldTime);
    for (const night of ["2026-10-01", "2026-11-24", "2026-11-25"]) createFile(`backups/${night}/bookclub.db`, oldTime);
    // the last one was created in October, and restored at a restart in November
    const previousStorages = {
      "replaced-20261001T000000Z": oldTime,
      "replaced-20261001T000000Z-2": oldTime,
      "replaced-by-hand": oldTime,
    };
    for (const [name, time] of Object.entries({
      ...previousStorages,
      "replaced-20261002T000000Z": "2026-11-20T00:00:00Z",
    })) {
      createFile(`${name}/bookclub.db`, oldTime);
      utimesSync(at("a", name), new Date(time), new Date(time));
    }
    const clock = { now: () => new Date("2026-11-25T12:00:00Z") };
    void runHourlyCleanup({ ...deps, clock });
    await until(() => !readdirSync(at("a")).some((name) => name.startsWith("replaced-20261001")));
    expect(readdirSync(at("a", "backups")).toSorted()).toEqual([
      "2026-10-01",
      "2026-11-24",
      "2026-11-25",
      "before-upgrade-from-25.db",
      "my-own.db",
    ]);
    expect(
      readdirSync(at("a"))
        .filter((name) => name.startsWith("replaced"))
        .toSorted(),
    ).toEqual(["replaced-20261002T000000Z", "replaced-by-hand"]);
  });
});

test("keeps copies while the clock is a year ahead", async () => {
  await onClub(at("a"), async (deps) => {
    const copy = join(await ensureBackupFolder(deps), "before-upgrade-from-44.db");
    writeFileSync(copy, "mia");
    utimesSync(copy, new Date("2026-11-20T00:00:00Z"), new Date("2026-11-20T00:00:00Z"));
    const isKeptAt = async (time: string, nights: string[], settings = {}) => {
      for (const night of nights) mkdirSync(at("a/backups", night));
      const config = { ...deps.config, ...settings };
      await deleteOldCopies({ ...deps, config, clock: { now: () => new Date(time) } });
      return existsSync(copy);
    };
    expect(await isKeptAt("2027-11-25T12:00:00Z", [])).toBe(true);
    expect(await isKeptAt("2027-11-25T12:00:00Z", ["2026-11-24", "2027-11-25"])).toBe(true);
    expect(await isKeptAt("2026-11-26T12:00:00Z", ["2026-11-25", "2026-11-26"])).toBe(true);
    expect(await isKeptAt("2026-12-22T12:00:00Z", ["2026-12-21"])).toBe(false);
    writeFileSync(copy, "mia");
    expect(await isKeptAt("2099-01-01T00:00:00Z", [], { nightlyBackup: false })).toBe(false);
  });
});

const SECRET = "zqsecret-of-mia";
const bytesOf = async (path: string) => Buffer.from(await Bun.file(path).bytes());
const fillDatabase = (db: Database, firstPost: number) => {
  for (let post = firstPost; post < firstPost + 300; post += 1)
    db.run("INSERT INTO posts (user_id, content, created_at) VALUES (1, ?, '2026-01-01')", [
      `${SECRET} ${post} ${"x".repeat(700)}`,
    ]);
};
const addMia = (db: Database) =>
  db.run(`INSERT INTO users (id, username, username_key, display_name, email, email_key, password_hash, created_at)
          VALUES (1, 'mia', 'mia', 'Mia', 'mia@example.org', 'mia@example.org', 'x', '2026-01-01T00:00:00Z')`);

test("overwrites deleted rows in the database and soon in its log", async () => {
  mkdirSync(at("a"));
  const db = openDatabase(at("a", "bookclub.db"));
  migrate(db, null);
  addMia(db);
  fillDatabase(db, 0);
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  expect((await bytesOf(at("a", "bookclub.db"))).includes(SECRET)).toBe(true);
  db.run("DELETE FROM users WHERE id = 1");
  expect((await bytesOf(at("a", "bookclub.db-wal"))).length).toBeGreaterThan(0);
  const deps = await onClub(at("b"), (madeDeps) => createDeps(madeDeps.config, db));
  void runHourlyCleanup(deps);
  for (const file of ["bookclub.db", "bookclub.db-wal"])
    await until(async () => !(await bytesOf(at("a", file))).includes(SECRET));
  closeDatabase(db);
});

test("purges rows that a version only dropped, on used pages, too", async () => {
  mkdirSync(at("a"));
  const path = at("a", "bookclub.db");
  const databaseBefore = new Database(path, { strict: true });
  migrate(
    databaseBefore,
    null,
    migrations.filter(({ version }) => version <= 25),
  );
  databaseBefore.run("PRAGMA secure_delete = OFF");
  addMia(databaseBefore);
  fillDatabase(databaseBefore, 0);
  databaseBefore.run("DELETE FROM posts WHERE id % 7 > 0");
  databaseBefore.run("UPDATE posts SET content = 'short'");
  databaseBefore.close();
  expect((await bytesOf(path)).includes(SECRET)).toBe(true);
  const db = openDatabase(path);
  migrate(db, null);
  closeDatabase(db);
  expect((await bytesOf(path)).includes(SECRET)).toBe(false);
});

test("deletes the folder copy's database after half a day", async () => {
  await onClub(at("copied"), async (deps) => {
    const path = join(await ensureBackupFolder(deps), HOOK_SNAPSHOT);
    const createdMs = Date.parse("2026-11-25T00:00:00Z");
    const cleanUpAfter = async (hours: number) => {
      writeFileSync(path, "mia");
      utimesSync(path, new Date(createdMs), new Date(createdMs));
      await deleteOldCopies({ ...deps, clock: { now: () => new Date(createdMs + hours * 3_600_000) } });
      return existsSync(path);
    };
    expect([await cleanUpAfter(11), await cleanUpAfter(13)]).toEqual([true, false]);
  });
});
