import { type FileHandle, open } from "node:fs/promises";

import { AppError } from "#server/errors.ts";

const BATCH_BYTES = 256 * 1024;

/** Makes a file (0600) and syncs it. Not `Bun.file().writer()`, which hides a full disk. @throws AppError disk-full */
export async function writeFully(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
  flags: "wx" | "w" = "wx",
): Promise<void> {
  const handle = await open(path, flags, 0o600).catch(refuse);
  // one fills while the other is being written
  let [batch, spare] = [Buffer.allocUnsafe(BATCH_BYTES), Buffer.allocUnsafe(BATCH_BYTES)];
  let used = 0;
  let writing = Promise.resolve();
  const flush = async () => {
    await writing;
    writing = writeAll(handle, batch.subarray(0, used));
    // the next await gets the error
    writing.catch(() => {});
    [batch, spare] = [spare, batch];
    used = 0;
  };
  try {
    await fill(async (chunk) => {
      if (used + chunk.length > BATCH_BYTES) await flush();
      if (chunk.length > BATCH_BYTES) {
        await writing;
        return writeAll(handle, chunk);
      }
      batch.set(chunk, used);
      used += chunk.length;
    });
    await flush();
    await writing;
    await handle.sync().catch(refuse);
  } finally {
    await writing.catch(() => {});
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.length - offset).catch(refuse);
    offset += bytesWritten;
  }
}

function refuse(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOSPC" || code === "EDQUOT")
    throw new AppError("disk-full", "The server's disk is full. Nothing was changed; free some space and try again.");
  throw error;
}
