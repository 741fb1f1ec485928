import { open } from "node:fs/promises";

const PIECE_BYTES = 1024 * 1024;

/** A file's SHA-256 in hex, in bounded memory. @param onBytes gets how many more were read */
export async function hashFile(path: string, onBytes: (bytes: number) => void = () => {}): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  const handle = await open(path, "r");
  // one buffer, because a stream leaves as much garbage as the file is long
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return hasher.digest("hex");
      hasher.update(buffer.subarray(0, bytesRead));
      onBytes(bytesRead);
    }
  } finally {
    await handle.close();
  }
}
