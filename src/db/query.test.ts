import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openDatabase } from "./open.ts";
import { changesOf, createQuery, rowOf } from "./query.ts";

type Row = { id: number; name: string | null };

function open() {
  const db = new Database(":memory:", { strict: true });
  db.run("CREATE TABLE books (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT");
  db.run("INSERT INTO books (name) VALUES ('Emma'), ('Persuasion'), (NULL)");
  return createQuery(db);
}

test("binds values and inserts parts with their values", () => {
  const { sql, all } = open();
  const columns = sql`id, name`;
  const isNamed = (name: string) => sql`name = ${name}`;
  expect(all<Row>`SELECT ${columns} FROM books WHERE id = ${2} AND ${isNamed("Persuasion")}`).toEqual([
    { id: 2, name: "Persuasion" },
  ]);
  expect(all<Row>`SELECT ${columns} FROM books WHERE ${isNamed("' OR 1 = 1 --")}`).toEqual([]);
});

test("returns rows, values or whether there is a row", () => {
  const { one, oneOrNull, value, valueOrNull, column, exists, run } = open();
  expect(one<Row>`SELECT id, name FROM books WHERE id = ${1}`).toEqual({ id: 1, name: "Emma" });
  expect(oneOrNull<Row>`SELECT id, name FROM books WHERE id = ${9}`).toBeNull();
  expect(value<number>`SELECT count(*) FROM books`).toBe(3);
  expect(valueOrNull<string>`SELECT name FROM books WHERE id = ${3}`).toBeNull();
  expect(column<number>`SELECT id FROM books ORDER BY id`).toEqual([1, 2, 3]);
  expect(exists`DELETE FROM books WHERE id = ${3} RETURNING id`).toBe(true);
  expect(exists`DELETE FROM books WHERE id = ${3} RETURNING id`).toBe(false);
  expect(run`UPDATE books SET name = ${null} WHERE id = ${1}`).toBeUndefined();
  expect(value<number>`INSERT INTO books (name) VALUES (${"Emma"}) RETURNING id`).toBe(3);
});

test("converts columns that are named as booleans or JSON", () => {
  const { all } = open();
  const rows = all<object>`
    SELECT id, name IS NULL AS "isUnnamed:boolean", CASE WHEN id > 1 THEN json_object('name', name) END AS "book:json"
    FROM books ORDER BY id`;
  expect(rows).toEqual([
    { id: 1, isUnnamed: false, book: null },
    { id: 2, isUnnamed: false, book: { name: "Persuasion" } },
    { id: 3, isUnnamed: true, book: { name: null } },
  ]);
});

test("rejects a field that isn't a column's name", () => {
  for (const name of ["id) VALUES (1); --", 'id" = 1', ""]) {
    expect(() => rowOf({ [name]: 1 })).toThrow("Not a column's name");
    expect(() => changesOf({ [name]: 1 })).toThrow("Not a column's name");
  }
});

test("throws if a required row is missing", () => {
  const { one, value } = open();
  expect(() => one<Row>`SELECT id, name FROM books WHERE id = ${9}`).toThrow("no row");
  expect(() => value<number>`SELECT id FROM books WHERE id = ${9}`).toThrow("no row");
});

test("uses the latest values with the same statement", () => {
  const { valueOrNull } = open();
  const findId = (name: string) => valueOrNull<number>`SELECT id FROM books WHERE name = ${name}`;
  expect([findId("Emma"), findId("Persuasion"), findId("Emma"), findId("Sanditon")]).toEqual([1, 2, 1, null]);
});

test("closing the database finalizes the statements", () => {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-query-"));
  const db = openDatabase(join(folder, "bookclub.db"));
  createQuery(db).run`CREATE TABLE books (id INTEGER PRIMARY KEY) STRICT`;
  db.close();
  expect(readdirSync(folder)).toEqual(["bookclub.db"]);
  rmSync(folder, { recursive: true });
});
