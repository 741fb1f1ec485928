import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { quoteForShell } from "#db/account.ts";
import { WAL_LIMIT_BYTES } from "#db/open.ts";
import type { Deps } from "#server/deps.ts";
import { findFilesystemIssue } from "#server/storage/filesystem.ts";

import { createFindings, type Finding, formatMegabytes } from "./finding.ts";

export function checkDatabase({ stores }: Pick<Deps, "stores">): Finding[] {
  const { ok, fix } = createFindings("Database");
  const [damage] = stores.findDamage();
  if (damage !== undefined)
    return [fix(`It's damaged (${damage}): stop the server and restore the newest backup with 'bookclub restore'.`)];
  const log = stores.walBytes();
  if (log <= WAL_LIMIT_BYTES) return [ok("No problems found.")];
  const message = `It's fine, but its write-ahead log has grown to ${formatMegabytes(log)}: another program keeps reading the database. Stop that program.`;
  return [fix(message)];
}

const DISK = createFindings("Disk");
const FREE_BYTES_MIN = 256 * 1024 * 1024;

export async function checkDisk({ config, disk, stores }: Deps): Promise<Finding[]> {
  const issue = await findFilesystemIssue(config.storageDir);
  if (issue?.isUnsafe) return [DISK.fix(issue.message)];
  return [...(issue ? [DISK.note(issue.message)] : []), await checkSpace({ disk, stores })];
}

async function checkSpace({ disk, stores }: Pick<Deps, "disk" | "stores">): Promise<Finding> {
  const freeBytes = await disk.freeBytes();
  const sizes = await Promise.all(stores.listReferencedFiles().map(({ path }) => disk.size(path)));
  const largestFileBytes = Math.max(0, ...sizes.map((size) => size ?? 0));
  const totalBytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  if (freeBytes === 0)
    return DISK.fix(
      "It's full: free some space, or the club can't save. If 'df -h' shows free space, 'df -i' shows that no more files fit: delete some.",
    );
  if (freeBytes < FREE_BYTES_MIN)
    return DISK.fix(`Only ${formatMegabytes(freeBytes)} are free: free some space, or the club can't save.`);
  if (freeBytes < 2 * largestFileBytes)
    return DISK.fix(
      `Only ${formatMegabytes(freeBytes)} are free, and the largest book takes ${formatMegabytes(largestFileBytes)}: the next one may not fit.`,
    );
  const message = `${formatMegabytes(freeBytes)} are free; the club's files take ${formatMegabytes(totalBytes)}.`;
  if (freeBytes < totalBytes) return DISK.note(`${message} A backup won't fit on it: 'bookclub backup FILE'.`);
  return DISK.ok(message);
}

/** Checks that no other account can read the storage. */
export async function checkModes(storageDir: string): Promise<Finding[]> {
  const { ok, fix } = createFindings("Storage");
  if (process.platform === "win32") return [];
  const root = await stat(storageDir);
  const paths = [storageDir, ...(await listPaths(storageDir))];
  const pathsOpenToOthers: string[] = [];
  const pathsOfOthers: string[] = [];
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (!stats) continue;
    if (stats.mode & 0o077) pathsOpenToOthers.push(path);
    if (stats.uid !== root.uid) pathsOfOthers.push(path);
  }
  const quotedDir = quoteForShell(storageDir);
  const messages: string[] = [];
  if (pathsOpenToOthers.length > 0)
    messages.push(`Other accounts may read ${formatPaths(pathsOpenToOthers)}: run 'chmod -R go-rwx ${quotedDir}'.`);
  if (pathsOfOthers.length > 0)
    messages.push(
      `${formatPaths(pathsOfOthers)} belongs to another account than the folder: run 'chown -R --reference=${quotedDir} ${quotedDir}'.`,
    );
  return messages.length > 0 ? messages.map(fix) : [ok(`${storageDir} is readable by the club's account only.`)];
}

/** The only file that Git checks out into `./storage`; others may read it. */
const CHECKED_OUT_FILE = "README.md";

async function listPaths(storageDir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(storageDir, { withFileTypes: true })) {
    if (entry.name === CHECKED_OUT_FILE) continue;
    const path = join(storageDir, entry.name);
    paths.push(path);
    if (!entry.isDirectory()) continue;
    // one unreadable folder fails the recursive call; its own entry is enough
    const children = await readdir(path, { recursive: entry.name !== "backups" })
      .catch(() => readdir(path))
      .catch(() => []);
    paths.push(...children.map((name) => join(path, name)));
  }
  return paths;
}

function formatPaths([first, ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} and ${others.length} more` : String(first);
}
