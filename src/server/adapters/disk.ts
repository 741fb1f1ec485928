import { randomBytes } from "node:crypto";
import { accessSync, constants, statSync } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, stat, statfs, utimes } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

import { AppError } from "#server/http/errors.ts";

import { isAlive } from "./processes.ts";
import { syncPath } from "./sync.ts";
import { writeFully } from "./write-fully.ts";

/** A whole file under `tmp/`, on the disk platter but not yet in its place. `size` in bytes. */
export type Received = { path: string; size: number; sha256: string };

/** A file that nothing names. `leftAt`: when it was written, or replaced. */
export type StoredFile = { path: string; size: number; leftAt: Date };

export type Disk = ReturnType<typeof createDisk>;

/** Folders that hold members' files; the database and the backups have their own keepers. */
const FOLDERS = ["books", "covers", "avatars"] as const;

/** The club's files under STORAGE_DIR (DESIGN 2). Relative paths use `/` and never leave the root. */
export function createDisk(root: string) {
  const absolute = (relative: string) => {
    const path = join(root, relative);
    if (!path.startsWith(root + sep) || relative.includes("\0")) throw new Error(`Outside the storage: ${relative}`);
    return path;
  };
  const claimed = new Set<string>();
  const newTmp = () => absolute(`tmp/${process.pid}-${randomBytes(12).toString("hex")}`);

  return {
    root,
    absolute,

    /** Makes the folders, readable by the club's own account alone. */
    prepare: async (): Promise<void> => {
      for (const folder of ["", ...FOLDERS, "tmp", "uploads"]) {
        const path = join(root, folder);
        await mkdir(path, { recursive: true, mode: 0o700 });
        await chmod(path, 0o700);
      }
    },

    /** Empties `tmp/` of what a killed process left. Files of another living process (a running import) stay. */
    sweepTmp: async (): Promise<void> => {
      for (const name of await readdir(join(root, "tmp"))) {
        const pid = Number.parseInt(name, 10);
        if (pid !== process.pid && isAlive(pid)) continue;
        await rm(join(root, "tmp", name), { recursive: true, force: true });
      }
    },

    /**
     * Streams `source` into `tmp/`, hashing on the way; the file is synced and closed when this returns.
     * @throws AppError too-large past `maxBytes`, disk-full; whatever `source` throws. Nothing is left behind then.
     */
    receive: async (source: AsyncIterable<Uint8Array>, { maxBytes }: { maxBytes: number }): Promise<Received> => {
      const path = newTmp();
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const hasher = new Bun.CryptoHasher("sha256");
      let size = 0;
      try {
        await writeFully(path, async (write) => {
          for await (const chunk of source) {
            size += chunk.length;
            if (size > maxBytes) throw new AppError("too-large", tooLarge(maxBytes));
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

    /** Keeps a place out of `list` until it is released: its file is on the way, and no row names it yet. */
    claim: (relative: string): void => void claimed.add(relative),
    release: (relative: string): void => void claimed.delete(relative),

    /** Moves a received file to its place and makes the move last through a power cut. */
    install: async (received: Received, relative: string): Promise<void> => {
      const target = absolute(relative);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(received.path, target);
      await syncPath(dirname(target));
      await syncPath(dirname(dirname(target)));
    },

    /** Removes a file of `tmp/`; one that has gone already is fine. */
    discard: async (received: Pick<Received, "path">): Promise<void> => {
      await rm(received.path, { force: true });
    },

    /** Removes a stored file; one that has gone already is fine. */
    remove: async (relative: string): Promise<void> => {
      await rm(absolute(relative), { force: true });
    },

    /** Starts the waiting time of a file that a row has just let go of. */
    retire: async (relative: string, now: Date): Promise<void> => {
      await utimes(absolute(relative), now, now).catch(() => {});
    },

    /** Size in bytes of a stored file, or null when it is missing, may not be read, or is no plain file. */
    size: async (relative: string): Promise<number | null> => {
      try {
        // asked for with each range of a player: two trips to the thread pool would take longer than the answer
        const found = statSync(absolute(relative));
        accessSync(absolute(relative), constants.R_OK);
        return found.isFile() ? found.size : null;
      } catch {
        return null;
      }
    },

    /** Bytes that an ordinary account may still write. */
    freeBytes: async (): Promise<number> => {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },

    /** Every file in the members' folders, or in those given, but for places that are claimed. */
    list: async (folders: readonly string[] = FOLDERS): Promise<StoredFile[]> => {
      const files: StoredFile[] = [];
      for (const folder of folders) {
        const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(noFolder);
        for (const entry of entries) {
          if (!entry.isFile()) continue;
          const path = join(entry.parentPath, entry.name);
          const found = await stat(path).catch(() => null);
          if (!found) continue;
          const relative = path.slice(root.length + 1).replaceAll(sep, "/");
          if (!claimed.has(relative)) files.push({ path: relative, size: found.size, leftAt: found.mtime });
        }
      }
      return files;
    },
  };
}

function tooLarge(maxBytes: number): string {
  return `The file is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MB can be stored.`;
}

/** A club without photos has no folder for them yet. */
function noFolder(error: unknown): [] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}
