import { open } from "node:fs/promises";

import { createFileWriter, throwDiskFull } from "./file-writer.ts";

/**
 * Creates a file (0600) and fsyncs it. Not `Bun.file().writer()`, which hides a full disk.
 * @throws AppError disk-full
 */
export async function writeFully(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>,
  flags: "wx" | "w" = "wx",
): Promise<void> {
  const handle = await open(path, flags, 0o600).catch(throwDiskFull);
  const writer = createFileWriter(handle);
  try {
    await fill(writer.write);
    await writer.end();
  } finally {
    await writer.rest();
    await handle.close();
  }
}
