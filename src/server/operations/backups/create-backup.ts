import { randomBytes } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { syncPath, writeFully } from "#server/adapters/file-io.ts";
import { isAlive } from "#server/adapters/program.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { createArchive } from "./archive.ts";
import { isComplete } from "./backup-status.ts";
import { type Manifest, sumBytes } from "./manifest.ts";
import { createSnapshot } from "./snapshot.ts";

export type OnProgress = (done: number, total: number) => void;

/** Creates a file of all data. An incomplete backup never replaces an existing one. @throws AppError conflict, disk-full */
export async function createBackupFile(
  deps: Deps,
  target: string,
  { onProgress = () => {}, overwrite = false }: { onProgress?: OnProgress; overwrite?: boolean } = {},
): Promise<{ manifest: Manifest; path: string }> {
  if (!(await stat(dirname(target)).catch(() => null))?.isDirectory())
    throw new AppError("not-found", `There is no folder ${dirname(target)}: create it first, or mount its disk.`);
  const existing = await stat(target).catch(() => null);
  if (existing && !(overwrite && existing.isFile()))
    throw new AppError("conflict", `${target} already exists: choose another name, or add --overwrite.`);
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
      throw isDiskFullError(error) ? diskFullError(dirname(target)) : error;
    });
    const path = existing && !isComplete(manifest) ? `${target}.incomplete` : target;
    await rename(partialPath, path);
    await syncPath(dirname(target));
    return { manifest, path };
  } finally {
    await rm(partialPath, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

function isDiskFullError(error: unknown): boolean {
  return error instanceof AppError && error.code === "disk-full";
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
