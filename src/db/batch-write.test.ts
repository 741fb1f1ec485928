import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";

import { createBatchWrite } from "./batch-write.ts";

function openTestDatabase() {
  const db = new Database(":memory:", { strict: true });
  db.run("CREATE TABLE numbers (n INTEGER UNIQUE) STRICT");
  const batchWrite = createBatchWrite(db);
  return {
    db,
    batchWrite,
    add: (n: number) =>
      batchWrite(() => {
        db.run("INSERT INTO numbers VALUES (?)", [n]);
        return n;
      }),
    all: () =>
      db
        .query<{ n: number }, []>("SELECT n FROM numbers ORDER BY n")
        .all()
        .map(({ n }) => n),
  };
}

test("commits writes of one tick together, each with its result", async () => {
  const { add, all } = openTestDatabase();
  expect(await Promise.all([add(1), add(2), add(3)])).toEqual([1, 2, 3]);
  expect(all()).toEqual([1, 2, 3]);
  expect(await add(4)).toBe(4);
});

test("rolls back only the write that fails", async () => {
  const { add, all } = openTestDatabase();
  const [firstResult, duplicateResult, secondResult] = await Promise.allSettled([add(1), add(1), add(2)]);
  expect([firstResult.status, duplicateResult.status, secondResult.status]).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(all()).toEqual([1, 2]);
});

test("rolls back every statement of a write that fails halfway", async () => {
  const { db, batchWrite, add, all } = openTestDatabase();
  const halfwayWrite = batchWrite(() => {
    db.run("INSERT INTO numbers VALUES (10)");
    throw new Error("changed its mind");
  });
  const [firstResult, failedResult] = await Promise.allSettled([add(1), halfwayWrite]);
  expect([firstResult.status, failedResult.status]).toEqual(["fulfilled", "rejected"]);
  expect(all()).toEqual([1]);
});

test("rejects all writes of a failed commit, not the next ones", async () => {
  const { db, batchWrite, add, all } = openTestDatabase();
  db.run("PRAGMA foreign_keys = ON");
  db.run("CREATE TABLE notes (n INTEGER REFERENCES numbers (n) DEFERRABLE INITIALLY DEFERRED) STRICT");
  const orphan = batchWrite(() => db.run("INSERT INTO notes VALUES (99)"));
  const otherWrite = batchWrite(() => db.run("INSERT INTO numbers VALUES (5)"));
  expect((await Promise.allSettled([orphan, otherWrite])).map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
  ]);
  expect(all()).toEqual([]);
  expect(await add(6)).toBe(6);
});
