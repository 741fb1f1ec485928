import { randomBytes } from "node:crypto";
import { link, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { AppError } from "#server/errors.ts";

import type { Chunks } from "./chunks.ts";
import { writeFully } from "./file-io.ts";
import { isAlive } from "./program.ts";

export type ReceivedFile = { path: string; size: number; sha256: string };

const OWN_NAME = /^\d+-/;

export function createTmpFiles(folder: string) {
  const newPath = () => join(folder, `${process.pid}-${randomBytes(12).toString("hex")}`);

  return {
    /** Empties `tmp/`, except for files of other running processes, such as an import. A link's folder may be shared. */
    deleteStaleTmpFiles: async (): Promise<void> => {
      const isShared = (await lstat(folder)).isSymbolicLink();
      for (const name of await readdir(folder)) {
        const pid = Number.parseInt(name, 10);
        if (pid !== process.pid && isAlive(pid)) continue;
        if (isShared && !OWN_NAME.test(name)) continue;
        await rm(join(folder, name), { recursive: true, force: true });
      }
    },

    receive: async (source: Chunks, { maxBytes }: { maxBytes: number }): Promise<ReceivedFile> => {
      const path = newPath();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const hasher = new Bun.CryptoHasher("sha256");
      let size = 0;
      try {
        await writeFully(path, async (write) => {
          for await (const chunk of source) {
            size += chunk.length;
            if (size > maxBytes) throw fileTooLargeError(maxBytes);
            hasher.update(chunk);
            await write(chunk);
          }
        });
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { path, size, sha256: hasher.digest("hex") };
    },

    /** A second hard link to the file, or the same file if the disk has no hard links. */
    linkReceived: async (received: ReceivedFile): Promise<ReceivedFile> => {
      const path = newPath();
      return link(received.path, path).then(
        () => ({ ...received, path }),
        () => received,
      );
    },

    discard: async (received: Pick<ReceivedFile, "path">): Promise<void> => {
      await rm(received.path, { force: true });
    },
  };
}

export function fileTooLargeError(maxBytes: number): AppError {
  return new AppError("too-large", `The file is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
}
