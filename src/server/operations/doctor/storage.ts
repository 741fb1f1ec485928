import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { WAL_LIMIT_BYTES } from "#db/open.ts";
import type { Deps } from "#server/deps.ts";
import { namedFiles } from "#server/operations/backups/snapshot.ts";
import { findFilesystemIssue } from "#server/storage/filesystem.ts";

import { type Finding, fix, megabytes, note, ok } from "./finding.ts";

export function examineDatabase({ stores }: Pick<Deps, "stores">): Finding[] {
  const about = "Database";
  const [damage] = stores.findDamage();
  if (damage !== undefined) {
    const message = `It's damaged (${damage}): stop the server and restore the newest backup with 'bookclub restore'.`;
    return [fix(about, message)];
  }
  const log = stores.logBytes();
  if (log <= WAL_LIMIT_BYTES) return [ok(about, "No problems found.")];
  const message = `It's fine, but its write-ahead log has grown to ${megabytes(log)}: another program keeps reading the database. Stop that program.`;
  return [fix(about, message)];
}

const about = "Disk";
/** Below this the database itself may soon fail to write. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

export async function examineDisk({ config, disk, stores }: Deps): Promise<Finding[]> {
  const doubt = await findFilesystemIssue(config.storageDir);
  if (doubt?.isUnsafe) return [fix(about, doubt.message)];
  return [...(doubt ? [note(about, doubt.message)] : []), await examineSpace({ disk, stores })];
}

async function examineSpace({ disk, stores }: Pick<Deps, "disk" | "stores">): Promise<Finding> {
  const free = await disk.freeBytes();
  const sizes = await Promise.all(namedFiles(stores.listNamedFiles()).map(({ path }) => disk.size(path)));
  const largest = Math.max(0, ...sizes.map((size) => size ?? 0));
  const all = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  if (free < MIN_FREE_BYTES)
    return fix(about, `Only ${megabytes(free)} are free: free some space, or the club can't save.`);
  if (free < 2 * largest)
    return fix(
      about,
      `Only ${megabytes(free)} are free, and the largest book takes ${megabytes(largest)}: the next one may not fit.`,
    );
  const message = `${megabytes(free)} are free; the club's files take ${megabytes(all)}.`;
  if (free < all) return note(about, `${message} A backup won't fit on it: 'bookclub backup FILE'.`);
  return ok(about, message);
}

/** Checks that only the club's account can read the storage (modes 0700 and 0600). */
export async function examineModes(storageDir: string): Promise<Finding[]> {
  const about = "Storage";
  if (process.platform === "win32") return [];
  const root = await stat(storageDir);
  const paths = [storageDir, ...(await listAll(storageDir))];
  const open: string[] = [];
  const foreign: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    if (found.mode & 0o077) open.push(path);
    if (found.uid !== root.uid) foreign.push(path);
  }
  const findings: Finding[] = [];
  if (open.length > 0)
    findings.push(fix(about, `Other accounts may read ${open[0]}${more(open)}: run 'chmod -R go-rwx ${storageDir}'.`));
  if (foreign.length > 0)
    findings.push(
      fix(
        about,
        `${foreign[0]}${more(foreign)} belongs to another account than the folder: run 'chown -R --reference=${storageDir} ${storageDir}'.`,
      ),
    );
  if (findings.length > 0) return findings;
  return [ok(about, `${storageDir} is readable by the club's account only.`)];
}

/** The one file Git puts into `./storage`, readable to all. */
const CHECKED_OUT = "README.md";

async function listAll(storageDir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(storageDir, { withFileTypes: true })) {
    if (entry.name === CHECKED_OUT) continue;
    const path = join(storageDir, entry.name);
    paths.push(path);
    if (!entry.isDirectory()) continue;
    const inside = await readdir(path, { recursive: entry.name !== "backups" });
    paths.push(...inside.map((name) => join(path, name)));
  }
  return paths;
}

function more(paths: readonly string[]): string {
  return paths.length > 1 ? ` and ${paths.length - 1} more` : "";
}
