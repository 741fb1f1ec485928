import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";

import { pluralize } from "#contract/counts.ts";
import { isDiskFull } from "#db/errors.ts";
import { findPendingUpgrade } from "#db/migrate.ts";

import { type Finding, fix, formatMegabytes, note, ok } from "./finding.ts";

const CHUNK = Buffer.alloc(1024 * 1024, 0x5a);
const CHUNKS_MAX = 32;
const TEST_MAX_MS = 300;

/** Reports what the next start does to a database of an earlier version. */
export function checkUpgrade(storageDir: string): Finding[] {
  const about = "Upgrade";
  const pending = findPendingUpgrade(join(storageDir, "bookclub.db"));
  if (pending === null) return [];
  const { from, to, steps, bytes } = pending;
  const { bavail, bsize } = statfsSync(storageDir);
  const freeBytes = bavail * bsize;
  // a migration that rewrites a table puts all of it into the write-ahead log
  const neededBytes = 2 * bytes;
  const plan = `The database has schema ${from}. The next start of this program brings it to ${to}, in ${pluralize(steps.length, "step")}: ${steps.join(", ")}.`;
  const spaceText = `It first keeps a copy, backups/before-upgrade-from-${from}.db, of ${formatMegabytes(bytes)}. In all it needs up to ${formatMegabytes(neededBytes)}, and ${formatMegabytes(freeBytes)} are free.`;
  const bytesPerSecond = freeBytes < neededBytes ? null : measureWriteSpeed(storageDir);
  return [
    note(about, plan),
    bytesPerSecond === null
      ? fix(about, `${spaceText} Free some space first.`)
      : ok(about, `${spaceText} The copy takes ${formatDuration(bytes / bytesPerSecond)}.`),
    note(about, "The other checks need the upgraded database: run doctor again afterward."),
  ];
}

/** @returns bytes per second; null if the disk is full */
function measureWriteSpeed(folder: string): number | null {
  const path = join(folder, `doctor-${process.pid}.tmp`);
  const descriptor = openSync(path, "wx", 0o600);
  const start = performance.now();
  let writtenBytes = 0;
  try {
    // now, in case this process is killed; Windows can't delete an open file
    if (process.platform !== "win32") rmSync(path);
    while (writtenBytes < CHUNKS_MAX * CHUNK.length && performance.now() - start < TEST_MAX_MS) {
      writtenBytes += writeSync(descriptor, CHUNK);
      fsyncSync(descriptor);
    }
    return (writtenBytes / (performance.now() - start)) * 1000;
  } catch (error) {
    if (isDiskFull(error)) return null;
    throw error;
  } finally {
    closeSync(descriptor);
    rmSync(path, { force: true });
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return `about ${pluralize(Math.ceil(seconds), "second")}`;
  return `about ${pluralize(Math.ceil(seconds / 60), "minute")}`;
}
