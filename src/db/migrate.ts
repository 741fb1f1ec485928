import { constants, Database } from "bun:sqlite";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { isSqliteError, StorageError } from "./errors.ts";
import { type Migration, migrations, migrations as released } from "./migrations.ts";
import { copyDatabase, haveSameBytes } from "./snapshot.ts";

/** The first version whose deleted data is overwritten. */
const SECURE_DELETE_MIN_VERSION = 26;

/** Upgrades the schema after copying a used database to `backups`. @returns the applied versions @throws StorageError */
export function migrate(db: Database, backups: string | null, migrations: readonly Migration[] = released): number[] {
  const currentVersion = readUserVersion(db);
  const newestVersion = migrations.at(-1)?.version ?? 0;
  if (currentVersion > newestVersion)
    throw new StorageError(
      `The database has version ${currentVersion}, but this program knows only ${newestVersion}: start the newer bookclub that wrote it.`,
    );
  const pending = migrations.filter((step) => step.version > currentVersion);
  if (pending.length === 0) return [];
  if (currentVersion > 0 && backups !== null) saveCopy(db, backups, currentVersion);
  if (currentVersion > 0 && currentVersion < SECURE_DELETE_MIN_VERSION) vacuum(db);
  // all or none: on a full disk the earlier version can still open the database
  db.transaction(() => {
    for (const step of pending) db.run(step.sql);
    db.run(`PRAGMA user_version = ${newestVersion}`);
  }).immediate();
  return pending.map((step) => step.version);
}

export function readUserVersion(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

/** Deletes a copy that equals an earlier one, because a failing start repeats. */
function saveCopy(db: Database, backups: string, version: number): void {
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const name = join(backups, `before-upgrade-from-${version}`);
  // a fixed name, so that each attempt replaces an interrupted one
  const copyPath = `${name}-0.db`;
  const earlierCopies = readdirSync(backups)
    .map((file) => join(backups, file))
    .filter((path) => path === `${name}.db` || (path.startsWith(`${name}-`) && path.endsWith("Z.db")));
  copyDatabase(db, earlierCopies.length === 0 ? `${name}.db` : copyPath);
  if (earlierCopies.length === 0) return;
  if (earlierCopies.some((path) => haveSameBytes(path, copyPath))) rmSync(copyPath);
  else renameSync(copyPath, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.db`);
}

/** Removes deleted data from gaps in used pages. */
function vacuum(db: Database): void {
  // a container may have no folder for temporary files
  db.run("PRAGMA temp_store = MEMORY");
  db.run("VACUUM");
  db.run("PRAGMA temp_store = DEFAULT");
}

type PendingUpgrade = { from: number; to: number; steps: string[]; bytes: number };

/** Reads a database without changing it. @returns null if it's current or can't be read */
export function findPendingUpgrade(path: string): PendingUpgrade | null {
  try {
    using db = openReadOnly(path);
    const from = readUserVersion(db);
    const pending = migrations.filter(({ version }) => version > from);
    const to = pending.at(-1)?.version;
    if (from === 0 || to === undefined) return null;
    return { from, to, steps: pending.map(({ name }) => name), bytes: estimateCopyBytes(db) };
  } catch (error) {
    // `openDatabase` reports the error
    if (isSqliteError(error, "SQLITE_")) return null;
    throw error;
  }
}

/** Reading a WAL database creates two files beside it, unless it's opened as immutable. */
function openReadOnly(path: string): Database {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (log > 0) return new Database(path, { readonly: true, strict: true });
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return new Database(`${pathToFileURL(path).href}?immutable=1`, flags);
}

function estimateCopyBytes(db: Database): number {
  const pragma = (name: string) => Number(Object.values(db.query<object, []>(`PRAGMA ${name}`).get() ?? {})[0]);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}
