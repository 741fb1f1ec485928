import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { migrate, readUserVersion } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";

import type { Machine } from "./machine.ts";
import { everyRow } from "./stored-rows.ts";

type Rows = Record<string, Record<string, unknown>[]>;
type Column = { name: string; type: string };
/** The number of migrations in each released schema, by the first version that has it. */
export const RELEASED_SCHEMAS = { "1.0.0": 25, "1.1.0": 40, "1.2.0": 44, "1.2.1": 45 } as const;

/** Valid values for columns with constraints, by column name. */
const VALID_VALUES: Record<string, string> = { answer: "yes", finished: "yes", kind: "monthly", state: "sent" };

/** A club with this schema version, and a row in each table. @returns all its rows */
export function makeOldClub(machine: Pick<Machine, "storage">, version: number): Rows {
  mkdirSync(machine.storage, { recursive: true, mode: 0o700 });
  // it may be a mount, which remains
  for (const name of readdirSync(machine.storage)) rmSync(join(machine.storage, name), { recursive: true });
  const db = openDatabase(join(machine.storage, "bookclub.db"));
  migrate(db, null, migrations.slice(0, version));
  // a row may refer to a later table's row
  db.run("PRAGMA foreign_keys = OFF");
  db.transaction(() => fillTables(db))();
  expect(db.query("PRAGMA foreign_key_check").all()).toEqual([]);
  closeDatabase(db);
  const rows = rowsOf(machine.storage);
  expect(Object.values(rows).every((list) => list.length > 0)).toBe(true);
  return rows;
}

function fillTables(db: Database): void {
  db.run(`INSERT INTO users (username, username_key, display_name, email, email_key, password_hash, created_at)
          VALUES ('mia', 'mia', 'Mia', 'mia@example.org', 'mia@example.org', 'x', '2026-01-01T00:00:00Z')`);
  db.run(
    "INSERT INTO books (title, author, month, created_at) VALUES ('Emma', 'Jane Austen', '2026-03', '2026-01-01')",
  );
  db.run("INSERT INTO progress (user_id, book_id, position, updated_at) VALUES (1, 1, 4711, '2026-01-02')");
  for (let post = 0; post < 200; post += 1)
    db.run(`INSERT INTO posts (user_id, content, created_at) VALUES (1, 'Olives ${post}', '2026-01-03')`);
  const tables = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  for (const { name: table } of tables) {
    if (db.query(`SELECT 1 FROM "${table}"`).get()) continue;
    const columns = db.query<Column, []>(`SELECT name, type FROM pragma_table_info('${table}')`).all();
    const values = columns.map(({ name, type }) => {
      // a bookmark is in the audio or the text
      if (table === "bookmarks" && name === "fraction") return null;
      if (type === "INTEGER" || type === "REAL") return 1;
      return type === "BLOB" ? Buffer.from(name) : (kindIn(table, name) ?? VALID_VALUES[name] ?? `${name}: "é" 🍷`);
    });
    db.run(`INSERT INTO "${table}" VALUES (${columns.map(() => "?").join(", ")})`, values);
  }
}

function kindIn(table: string, name: string): string | undefined {
  if (name !== "kind") return undefined;
  if (table === "book_copies") return "lend";
  if (/feed/.test(table)) return "podcast";
  if (table === "editions") return "ebook";
  return table === "notes" ? "note" : undefined;
}

const rowsOf = (storage: string): Rows => {
  return Object.fromEntries(
    Object.entries(everyRow(storage)).map(([name, rows]) => [name, rows.map((row) => JSON.parse(row))]),
  );
};

/** Expects every previous row and value; the schema may have more columns and tables. */
export function expectAllOf(machine: Machine, before: Rows): void {
  const after = rowsOf(machine.storage);
  for (const [table, rows] of Object.entries(before)) {
    const names = Object.keys(rows[0] ?? {});
    const remainingRows = after[table]?.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    expect([table, remainingRows]).toEqual([table, rows]);
  }
}
/** The version, and each table's columns, sorted. */
export const schemaOf = (path: string) => {
  const db = new Database(path, { readonly: true });
  const tables = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  const columns = tables.map(({ name }) => [
    name,
    db
      .query<Record<string, unknown>, []>(
        `SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${name}')`,
      )
      .all()
      .map((column) => JSON.stringify(column))
      .toSorted(),
  ]);
  const version = readUserVersion(db);
  db.close();
  return { version, columns };
};
