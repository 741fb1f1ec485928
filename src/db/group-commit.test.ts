import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";

import { createGroupCommit } from "./group-commit.ts";

function open() {
  const db = new Database(":memory:", { strict: true });
  db.run("CREATE TABLE numbers (n INTEGER UNIQUE) STRICT");
  const together = createGroupCommit(db);
  return {
    db,
    together,
    add: (n: number) =>
      together(() => {
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

test("writes that come together are all made, and each gets its own result", async () => {
  const { add, all } = open();
  expect(await Promise.all([add(1), add(2), add(3)])).toEqual([1, 2, 3]);
  expect(all()).toEqual([1, 2, 3]);
  expect(await add(4)).toBe(4);
});

test("a write that fails takes back its own changes alone", async () => {
  const { add, all } = open();
  const [one, again, two] = await Promise.allSettled([add(1), add(1), add(2)]);
  expect([one.status, again.status, two.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(all()).toEqual([1, 2]);
});

test("a write of several statements that fails on the way leaves none of them", async () => {
  const { db, together, add, all } = open();
  const half = together(() => {
    db.run("INSERT INTO numbers VALUES (10)");
    throw new Error("changed its mind");
  });
  const [first, failed] = await Promise.allSettled([add(1), half]);
  expect([first.status, failed.status]).toEqual(["fulfilled", "rejected"]);
  expect(all()).toEqual([1]);
});

test("a commit that fails fails them all, and the next writes go on", async () => {
  const { db, together, add, all } = open();
  db.run("PRAGMA foreign_keys = ON");
  db.run("CREATE TABLE notes (n INTEGER REFERENCES numbers (n) DEFERRABLE INITIALLY DEFERRED) STRICT");
  const orphan = together(() => db.run("INSERT INTO notes VALUES (99)"));
  const beside = together(() => db.run("INSERT INTO numbers VALUES (5)"));
  expect((await Promise.allSettled([orphan, beside])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(all()).toEqual([]);
  expect(await add(6)).toBe(6);
});
