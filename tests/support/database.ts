import { Database } from "bun:sqlite";

import { migrate } from "#db/migrate.ts";
import { openDatabase, setPragmas } from "#db/open.ts";

let migratedFile: Uint8Array | undefined;

/**
 * A new club's database in memory, or one with these rows. Migrations run once per process, because they take half of
 * the time.
 */
export function createDatabase(rows?: Uint8Array): Database {
  migratedFile ??= migratedBytes();
  const db = Database.deserialize(rows ?? migratedFile, { strict: true });
  setPragmas(db);
  return db;
}

function migratedBytes(): Uint8Array {
  const db = openDatabase(":memory:");
  migrate(db, null);
  const bytes = db.serialize();
  db.close();
  return bytes;
}
