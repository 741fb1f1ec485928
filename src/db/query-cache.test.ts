import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { until } from "#tests/support/poll-until.ts";

import { createQueryCache } from "./query.ts";

let folder: string;
let db: Database;
let reads: number;
let ask: (key?: string) => number;
const total = (from: Database) =>
  from.query<{ sum: number }, []>("SELECT total(n) AS sum FROM numbers").get()?.sum ?? 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-cache-"));
  db = new Database(join(folder, "one.db"), { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run("CREATE TABLE numbers (n INTEGER) STRICT");
  db.run("INSERT INTO numbers VALUES (1)");
  reads = 0;
  ask = createQueryCache(db)((_key?: string) => {
    reads += 1;
    return total(db);
  });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

test("caches by what was asked while nothing changes", () => {
  expect([ask(), ask(), ask("other"), ask()]).toEqual([1, 1, 1, 1]);
  expect(reads).toBe(2);
});

test("sees a write of this process at once", () => {
  ask();
  db.run("INSERT INTO numbers VALUES (2)");
  expect(ask()).toBe(3);
  db.run("DELETE FROM numbers");
  expect(ask()).toBe(0);
});

test("sees a write of another connection after a moment", async () => {
  ask();
  const other = new Database(join(folder, "one.db"), { strict: true });
  other.run("INSERT INTO numbers VALUES (5)");
  await until(() => ask() === 6);
  other.close();
});

test("caches nothing that a transaction rolls back", () => {
  ask();
  db.run("BEGIN");
  db.run("INSERT INTO numbers VALUES (9)");
  expect(ask()).toBe(10);
  db.run("ROLLBACK");
  expect(ask()).toBe(1);
});
