import type { FileHandle } from "node:fs/promises";

import { isDiskFull } from "#db/errors.ts";
import { AppError } from "#server/errors.ts";

/** A commit of the database waits for at most one chunk's sync: 33 ms at 30 MB/s. */
const CHUNK_BYTES = 1024 * 1024;
/**
 * One throttle for all writers, because many are short: resumable uploads come in parts of 4 MiB, backups contain many
 * books.
 */
const getRestMs = createWriteThrottle();

/**
 * Writes to an open file from byte `at` on. `end` stores the rest, syncs the file and returns its end, in bytes. Each
 * chunk
 * is written and synced while the next one fills, two at most: syncing a gigabyte at once would block all commits of
 * the
 * database. A slow disk rests between chunks.
 * @throws AppError disk-full
 */
export function createFileWriter(handle: FileHandle, at = 0) {
  let [piece, spare] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
  let used = 0;
  let storing = Promise.resolve();
  const store = async (bytes: Uint8Array, from: number) => {
    const started = performance.now();
    await writeAt(handle, bytes, from);
    await handle.datasync();
    const rest = getRestMs(performance.now() - started);
    if (rest > 0) await Bun.sleep(rest);
  };
  return {
    write: async (chunk: Uint8Array): Promise<void> => {
      for (let written = 0; written < chunk.length;) {
        const part = chunk.subarray(written, written + CHUNK_BYTES - used);
        piece.set(part, used);
        used += part.length;
        written += part.length;
        if (used < CHUNK_BYTES) return;
        await storing.catch(throwDiskFull);
        storing = store(piece, at);
        // the next await gets the error
        storing.catch(() => {});
        at += used;
        [piece, spare] = [spare, piece];
        used = 0;
      }
    },
    end: async (): Promise<number> => {
      try {
        await storing;
        await writeAt(handle, piece.subarray(0, used), at);
        at += used;
        used = 0;
        await handle.sync();
      } catch (error) {
        throwDiskFull(error);
      }
      return at;
    },
    /** Waits for pending writes, so that the file can be closed. */
    rest: () => storing.catch(() => {}),
  };
}

/** @throws AppError disk-full, or the error itself */
export function throwDiskFull(error: unknown): never {
  if (isDiskFull(error))
    throw new AppError("disk-full", "The server's disk is full. Nothing was changed; free some space and try again.");
  throw error;
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset, at + offset);
    offset += bytesWritten;
  }
}

/** A disk that takes longer for a chunk is slow: 1 MiB in 16 ms is 62 MiB/s. */
const SLOW_WRITE_MS = 16;
/** Two of the last 12 chunks slow means that the disk is slow. */
const WINDOW_SIZE = 12;
/** An upload gets 57 % of a slow disk. */
const SPACING_FACTOR = 1.75;
const SPACING_DECAY = 0.985;

/**
 * Returns how long to rest after each chunk, in milliseconds, so that the database's commits don't wait behind long
 * writes.
 * Slow chunks show the disk's sustained pace, and the next ones start further apart than that. Each quick chunk brings
 * them
 * closer, until one is slow again or the disk proves to be faster. A fast disk with an occasional slow chunk never
 * rests.
 */
export function createWriteThrottle(): (tookMs: number) => number {
  let last: readonly number[] = [];
  let sustained = 0;
  let apart = 0;
  return (tookMs) => {
    last = [...last, tookMs].slice(-WINDOW_SIZE);
    if (tookMs <= SLOW_WRITE_MS) {
      apart *= SPACING_DECAY;
      sustained = Math.min(sustained, apart);
    } else {
      // chunks are quick after a rest, so a lower average doesn't prove a faster disk
      if (last.filter((ms) => ms > SLOW_WRITE_MS).length > 1)
        sustained = Math.max(sustained, Math.min(average(last), tookMs));
      apart = sustained * SPACING_FACTOR;
    }
    return Math.max(0, apart - tookMs);
  };
}

const average = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
