import { expect, test } from "bun:test";

import { createDatabase } from "#tests/support/database.ts";

import { createEditionStore } from "./editions.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open.ts";
import { createQuery } from "./query.ts";

type Column = { name: string; type: string; notnull: 0 | 1 };

/** An anchor belongs to its two files, the held share is recalculated, and migration 41 replaced the last column. */
const UNCHANGED_COLUMNS = ["anchors.fraction", "progress.held_share", "progress.of_seconds"];

test("moves every position with the book's file", () => {
  const db = createDatabase();
  db.run("PRAGMA foreign_keys = OFF");
  db.run("PRAGMA ignore_check_constraints = ON");
  const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const columnsOf = (table: string) =>
    db.query<Column, []>(`SELECT name, type, "notnull" FROM pragma_table_info('${table}')`).all();
  const sampleValue = ({ name, type }: Column) =>
    name === "points" || type === "REAL"
      ? type === "REAL"
        ? 0.5
        : '[{"page":1,"fraction":0.5}]'
      : type === "TEXT"
        ? "x"
        : 8;
  const placedTables = tables
    .map(({ name }) => ({ name, columns: columnsOf(name) }))
    .filter(({ columns }) => columns.some(({ name }) => name === "book_id"));
  for (const { name, columns } of placedTables)
    db.query(
      `INSERT INTO ${name} (${columns.map((column) => column.name).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ).run(...columns.map((column) => (column.name === "book_id" ? 1 : sampleValue(column))));
  createEditionStore(createQuery(db)).move(1, { share: (share) => share / 2, seconds: (seconds) => seconds * 2 });
  const unmovedColumns = placedTables.flatMap(({ name, columns }) =>
    columns
      .filter(({ type }) => type === "REAL")
      .flatMap((column) => {
        const [row] = db.query<Record<string, number>, []>(`SELECT ${column.name} AS it FROM ${name}`).all();
        return row?.["it"] === 0.25 ? [] : [`${name}.${column.name}`];
      }),
  );
  expect(unmovedColumns.toSorted()).toEqual(UNCHANGED_COLUMNS);
  const secondsColumns = ["position", "run_start", "reached", "counted", "jumped_to", "held_seconds"].join(", ");
  expect(db.query(`SELECT ${secondsColumns} FROM progress`).values()).toEqual([[16, 16, 16, 16, 16, 16]]);
  expect(db.query("SELECT position FROM progress_jumps").values()).toEqual([[16]]);
  expect(db.query("SELECT position FROM bookmarks").values()).toEqual([[16]]);
  expect(db.query("SELECT points FROM paper_jumps").values()).toEqual([['[{"page":1,"fraction":0.25}]']]);
  db.close();
});

test("corrects a 1.1 position if the audio was longer than known", () => {
  const db = openDatabase(":memory:");
  migrate(db, null, migrations.slice(0, 42));
  db.run("PRAGMA foreign_keys = OFF");
  db.run(`INSERT INTO books (id, title, author, synopsis, month, created_at, audiobook_seconds)
    VALUES (1, 'Emma', 'Jane Austen', '', '2026-03', '', 2500)`);
  const add = (user: number, totalSeconds: number | null) =>
    db.run(
      `INSERT INTO progress (user_id, book_id, position, chapter, updated_at, revision, run_start, reached, counted, jumped_to, of_seconds)
       VALUES (?, 1, 3000, 0, '', 1, 1000, 3001, 3000, 2000, ?)`,
      [user, totalSeconds],
    );
  add(1, 5000);
  add(2, 2500);
  add(3, null);
  migrate(db, null);
  const columnsQuery = "SELECT position, run_start, reached, counted, jumped_to FROM progress ORDER BY user_id";
  expect(db.query(columnsQuery).values()).toEqual([
    [1500, 500, 1500, 1500, 1000],
    [3000, 1000, 3001, 3000, 2000],
    [3000, 1000, 3001, 3000, 2000],
  ]);
  db.close();
});
