import { constants, Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { isSqliteError } from "./errors.ts";
import { userVersion } from "./migrate.ts";
import { migrations } from "./migrations.ts";

/** What `migrate` would do: from one schema version to another, by these steps; `bytes` that the kept copy takes. */
type PendingUpgrade = { from: number; to: number; steps: string[]; bytes: number };

/** Looks into a database without changing it. @returns null when nothing is to be upgraded, or it can't be read */
export function findPendingUpgrade(path: string): PendingUpgrade | null {
  try {
    const db = openUnchanged(path);
    try {
      const from = userVersion(db);
      const pending = migrations.filter(({ version }) => version > from);
      const to = pending.at(-1)?.version;
      if (from === 0 || to === undefined) return null;
      return { from, to, steps: pending.map(({ name }) => name), bytes: bytesOfCopy(db) };
    } finally {
      db.close();
    }
  } catch (error) {
    // opening it to work with says what is wrong
    if (isSqliteError(error, "SQLITE_")) return null;
    throw error;
  }
}

/** Reading a WAL database leaves two files beside it, unless SQLite is told that nobody writes. */
function openUnchanged(path: string): Database {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (log > 0) return new Database(path, { readonly: true, strict: true });
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return new Database(`${pathToFileURL(path).href}?immutable=1`, flags);
}

/** A copy has no free pages. */
function bytesOfCopy(db: Database): number {
  const pragma = (name: string) => Number(Object.values(db.query<object, []>(`PRAGMA ${name}`).get() ?? {})[0]);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}
