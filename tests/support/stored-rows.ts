import { Database } from "bun:sqlite";
import { join } from "node:path";

/** The rows of each table in a club's storage, by table name, as sorted JSON. */
export function everyRow(storageDir: string, { seen = true } = {}): Record<string, string[]> {
  const db = new Database(join(storageDir, "bookclub.db"), { readonly: true });
  const tables = Object.entries(everyTable(db, { seen }));
  db.close();
  const rowsOf = (text: string) => (JSON.parse(text) as object[]).map((row) => JSON.stringify(row)).toSorted();
  return Object.fromEntries(tables.map(([name, text]) => [name, rowsOf(text)]));
}

/** The rows of each table by name, as text, except SQLite's own and, unless `seen`, times of members' visits. */
export function everyTable(db: Database, { seen = false } = {}): Record<string, string> {
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all();
  const rows = tables.map(({ name }) => [
    name,
    JSON.stringify(db.query(`SELECT * FROM main."${name}"`).all(), (key, value: unknown) => {
      if (!seen && /^last_?seen/i.test(key)) return undefined;
      return value instanceof Uint8Array ? value.toHex() : value;
    }),
  ]);
  return Object.fromEntries(rows);
}
