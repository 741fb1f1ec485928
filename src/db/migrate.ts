import type { Database } from "bun:sqlite";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { StorageError } from "./errors.ts";
import { type Migration, migrations as released } from "./migrations.ts";
import { copyDatabase } from "./snapshot.ts";

/** Since this version, what is deleted is overwritten. */
const SECURE_DELETE_SINCE = 26;

/**
 * Upgrades the schema, one transaction per step, after copying a database that holds a club to `backups` (null for
 * none). @returns the applied versions @throws StorageError when the database is newer than this program
 */
export function migrate(db: Database, backups: string | null, migrations: readonly Migration[] = released): number[] {
  const current = userVersion(db);
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest)
    throw new StorageError(
      `The database has version ${current}, but this program knows only ${newest}: start the newer bookclub that wrote it.`,
    );
  const pending = migrations.filter((step) => step.version > current);
  if (pending.length > 0 && current > 0 && backups !== null) keepCopy(db, backups, current);
  if (current > 0 && current < SECURE_DELETE_SINCE) vacuum(db);
  for (const step of pending) apply(db, step);
  return pending.map((step) => step.version);
}

export function userVersion(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

function keepCopy(db: Database, backups: string, version: number): void {
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const plain = join(backups, `before-upgrade-from-${version}.db`);
  // keeps the copy of an interrupted upgrade
  copyDatabase(db, existsSync(plain) ? join(backups, `before-upgrade-from-${version}-${stamp}.db`) : plain);
}

/** Leaves nothing of rows that were only forgotten: pages that are still in use have gaps with them. */
function vacuum(db: Database): void {
  // a container may have no folder for temporary files
  db.run("PRAGMA temp_store = MEMORY");
  db.run("VACUUM");
  db.run("PRAGMA temp_store = DEFAULT");
}

function apply(db: Database, step: Migration): void {
  db.transaction(() => {
    db.run(step.sql);
    db.run(`PRAGMA user_version = ${step.version}`);
  }).immediate();
}
