import { randomBytes } from "node:crypto";
import { readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";

import { DATABASE_FILE } from "#db/open.ts";
import { isLinkToNothing } from "#server/adapters/disk.ts";
import { syncPath, writeFully } from "#server/adapters/file-io.ts";
import { FOLDERS, WORK_FOLDERS } from "#server/adapters/missing-folders.ts";
import { isAlive } from "#server/adapters/program.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { createArchive } from "./archive.ts";
import { isComplete } from "./backup-status.ts";
import { type Manifest, sumBytes } from "./manifest.ts";
import { createSnapshot } from "./snapshot.ts";

const CLEANED_FOLDERS = new Set<string>([...FOLDERS, ...WORK_FOLDERS]);

export type OnProgress = (done: number, total: number) => void;

/** Creates a file of all data. An incomplete backup never replaces an existing one. @throws AppError conflict, disk-full */
export async function createBackupFile(
  deps: Deps,
  requestedPath: string,
  { onProgress = () => {}, overwrite = false }: { onProgress?: OnProgress; overwrite?: boolean } = {},
): Promise<{ manifest: Manifest; path: string }> {
  const { target, exists } = await resolveTarget(deps, requestedPath, overwrite);
  await deletePartialFiles(dirname(target), `${basename(target)}.partial-`);
  const folder = deps.disk.absolute(`tmp/${process.pid}-backup-${randomBytes(6).toString("hex")}`);
  const partialPath = `${target}.partial-${process.pid}`;
  try {
    const snapshotManifest = await createSnapshot(deps, folder);
    const total = sumBytes(snapshotManifest);
    let doneBytes = 0;
    let manifest = snapshotManifest;
    const onBytes = (bytes: number) => onProgress((doneBytes += bytes), total);
    const onManifest = (finalManifest: Manifest) => void (manifest = finalManifest);
    await writeFully(partialPath, async (write) => {
      for await (const chunk of createArchive(folder, snapshotManifest, { onBytes, onManifest })) await write(chunk);
    }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "disk-full" ? diskFullError(dirname(target)) : error;
    });
    const path = exists && !isComplete(manifest) ? `${target}.incomplete` : target;
    await rename(partialPath, path);
    await syncPath(dirname(target));
    return { manifest, path };
  } finally {
    await rm(partialPath, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

async function resolveTarget({ disk }: Deps, path: string, overwrite: boolean) {
  if (!(await stat(dirname(path)).catch(() => null))?.isDirectory())
    throw new AppError("not-found", `There is no folder ${dirname(path)}: create it first, or mount its disk.`);
  if (isLinkToNothing(path))
    throw new AppError("not-found", `${path} is a link to a file that isn't there: mount its disk.`);
  const parentPath = relative(await realpath(disk.root), await realpath(dirname(path)));
  if (CLEANED_FOLDERS.has(parentPath.split(sep, 1).join()))
    throw new AppError("conflict", `The server deletes other files in ${dirname(path)}: choose another folder.`);
  const existing = await stat(path).catch(() => null);
  if (!existing) return { target: path, exists: false };
  if (!overwrite || !existing.isFile())
    throw new AppError("conflict", `${path} already exists: choose another name, or add --overwrite.`);
  if (!(await isReplaceable(path)))
    throw new AppError("conflict", `${path} isn't a backup, so it stays as it is: choose another name.`);
  // replacing a link would store the backup on the link's disk
  return { target: await realpath(path), exists: true };
}

/** True for a backup, which begins with its database, and for an empty file. */
async function isReplaceable(path: string): Promise<boolean> {
  const name = await Bun.file(path).slice(0, DATABASE_FILE.length).text();
  return name === "" || name === DATABASE_FILE;
}

/** The target is usually on another disk than the storage. */
function diskFullError(folder: string): AppError {
  return new AppError(
    "disk-full",
    `No backup was made because its disk is full: free some space in ${folder}, or choose another folder.`,
  );
}

/** Deletes leftovers of killed backups. Our own process id counts as dead, because containers reuse it. */
export async function deletePartialFiles(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
