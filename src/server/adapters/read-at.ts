import type { FileHandle } from "node:fs/promises";

/** The bytes of a file from `position`; fewer than `length` where it ends. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
