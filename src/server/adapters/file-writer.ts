import type { FileHandle } from "node:fs/promises";

import { isDiskFull } from "#db/errors.ts";
import { AppError } from "#server/errors.ts";

/** A database commit waits for at most one chunk's sync: 33 ms at 30 MB/s. */
const CHUNK_BYTES = 1024 * 1024;
/** Shared by all writers, because many are short, such as the 4 MiB parts of uploads. */
const getPauseMs = createWriteThrottle();

/** Syncs each chunk while the next one fills, because syncing a gigabyte at once would block all commits. */
export function createFileWriter(handle: FileHandle, at = 0) {
  let [chunk, spareChunk] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
  let usedBytes = 0;
  let pendingWrite = Promise.resolve();
  const writeAndSync = async (bytes: Uint8Array, from: number) => {
    const startedAt = performance.now();
    await writeAt(handle, bytes, from);
    await handle.datasync();
    const pauseMs = getPauseMs(performance.now() - startedAt);
    if (pauseMs > 0) await Bun.sleep(pauseMs);
  };
  return {
    write: async (bytes: Uint8Array): Promise<void> => {
      for (let written = 0; written < bytes.length;) {
        const part = bytes.subarray(written, written + CHUNK_BYTES - usedBytes);
        chunk.set(part, usedBytes);
        usedBytes += part.length;
        written += part.length;
        if (usedBytes < CHUNK_BYTES) return;
        await pendingWrite.catch(throwDiskFull);
        pendingWrite = writeAndSync(chunk, at);
        // the next await throws it
        pendingWrite.catch(() => {});
        at += usedBytes;
        [chunk, spareChunk] = [spareChunk, chunk];
        usedBytes = 0;
      }
    },
    end: async (): Promise<number> => {
      try {
        await pendingWrite;
        await writeAt(handle, chunk.subarray(0, usedBytes), at);
        at += usedBytes;
        usedBytes = 0;
        await handle.sync();
      } catch (error) {
        throwDiskFull(error);
      }
      return at;
    },
    /** The write must end before the file is closed. */
    [Symbol.asyncDispose]: () => pendingWrite.catch(() => {}),
  };
}

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

const SLOW_WRITE_MS = 16;
const WINDOW_LENGTH = 12;
/** An upload gets 57 % of a slow disk. */
const SPACING_FACTOR = 1.75;
const SPACING_DECAY_FACTOR = 0.985;

/** Returns the pause after a chunk (ms), for database commits. Slow chunks lengthen it, quick ones shorten it. */
export function createWriteThrottle(): (durationMs: number) => number {
  let recentDurations: readonly number[] = [];
  let sustainedMs = 0;
  let spacingMs = 0;
  return (durationMs) => {
    recentDurations = [...recentDurations, durationMs].slice(-WINDOW_LENGTH);
    if (durationMs <= SLOW_WRITE_MS) {
      spacingMs *= SPACING_DECAY_FACTOR;
      sustainedMs = Math.min(sustainedMs, spacingMs);
    } else {
      // chunks are quick after a rest, so a lower average doesn't prove a faster disk
      if (recentDurations.filter((durationMs) => durationMs > SLOW_WRITE_MS).length > 1)
        sustainedMs = Math.max(sustainedMs, Math.min(average(recentDurations), durationMs));
      spacingMs = sustainedMs * SPACING_FACTOR;
    }
    return Math.max(0, spacingMs - durationMs);
  };
}

const average = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
