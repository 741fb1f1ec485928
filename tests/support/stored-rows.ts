import { Database } from "bun:sqlite";
import { join } from "node:path";

/** All that a club's database holds, as one text, but for when people were last seen. */
export function storedRows(storageDir: string): string {
  const db = new Database(join(storageDir, "bookclub.db"), { readonly: true });
  const tables = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  const rows = tables.map(({ name }) => [name, db.query(`SELECT * FROM "${name}"`).all()]);
  db.close();
  return JSON.stringify(rows, (key, value: unknown) => {
    if (/^last_?seen/i.test(key)) return undefined;
    return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
  });
}
