import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { chmod, mkdir, readdir, rm, stat, statfs, utimes } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

import { explainAccess } from "#db/account.ts";
import { errorCode, isDiskFull, StorageError } from "#db/errors.ts";
import { AppError } from "#server/errors.ts";

import { moveFile, PART_SUFFIX, syncPath } from "./file-io.ts";
import { findMissingFolders, FOLDER_MARKER, FOLDERS, isUnusable, lacksReferencedFiles } from "./missing-folders.ts";
import { createTmpFiles, type ReceivedFile } from "./tmp-files.ts";

export type StoredFile = { path: string; size: number; modifiedAt: Date };

export type Disk = ReturnType<typeof createDisk>;

export function createDisk(root: string, listReferenced: () => readonly string[] = () => []) {
  const absolute = (relative: string) => {
    const path = join(root, relative);
    if (!path.startsWith(root + sep) || relative.includes("\0")) throw new Error(`Outside the storage: ${relative}`);
    return path;
  };
  const claimedPaths = new Set<string>();
  const requireFolder = (folder: string): void => {
    if (!isUnusable(root, folder) && !lacksReferencedFiles(root, folder, listReferenced())) return;
    const message = `The server can't find its folder of ${folder}, so nothing was stored. Please tell the person who runs the server.`;
    throw new AppError("busy", message, { retryAfter: 60 });
  };

  return {
    root,
    absolute,

    /** Creates the folders, except those whose disk isn't mounted. @throws StorageError if the account has no access */
    prepare: async (): Promise<void> => {
      for (const folder of ["", ...FOLDERS, "tmp", "uploads"]) {
        const path = join(root, folder);
        try {
          await mkdir(path, { recursive: true, mode: 0o700 });
          await chmod(path, 0o700);
        } catch (error) {
          if (isDiskFull(error)) throw error;
          if (isLinkToNothing(path)) {
            if (FOLDERS.some((one) => one === folder)) continue;
            throw new StorageError(`The folder ${path} is a link to one that isn't there: mount its disk.`);
          }
          if (isFile(path)) throw new StorageError(`${path} isn't a folder: move it away and start again.`);
          // one command gives all folders to the account, but each may be on its own disk
          const folderToExplain = errorCode(error) === "EROFS" ? path : root;
          throw new StorageError(`The folder ${path} can't be made or changed: ${explainAccess(folderToExplain)}`);
        }
      }
    },

    ...createTmpFiles(join(root, "tmp")),

    /** Hides a file from `list` until released: no row references it while it's being installed. */
    claim: (relative: string): void => void claimedPaths.add(relative),
    release: (relative: string): void => void claimedPaths.delete(relative),

    listMissing: (): string[] => findMissingFolders(root, listReferenced()),

    /** Call it before a file is received. @throws AppError busy if the folder's disk isn't mounted */
    requireFolder,

    install: async (received: ReceivedFile, relative: string): Promise<void> => {
      const target = absolute(relative);
      requireFolder(relative.split("/", 1).join());
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await moveFile(received.path, target);
      await syncPath(dirname(target));
      await syncPath(dirname(dirname(target)));
    },

    delete: async (relative: string): Promise<void> => {
      await rm(absolute(relative), { force: true });
    },

    /** Starts the grace period of a file that no row references anymore. */
    scheduleDeletion: async (relative: string, now: Date): Promise<void> => {
      await utimes(absolute(relative), now, now).catch(() => {});
    },

    /** Bytes of a stored file; null when missing, unreadable or not a plain file. */
    size: async (relative: string): Promise<number | null> => {
      try {
        // synchronous, because each range request calls it and the thread pool is slower
        const path = absolute(relative);
        const stats = statSync(path);
        accessSync(path, constants.R_OK);
        return stats.isFile() ? stats.size : null;
      } catch {
        return null;
      }
    },

    /** Of the fuller disk, if `books` is on its own. Zero also without a free inode: no file can be created. */
    freeBytes: async (): Promise<number> => {
      const folders = [root, join(root, "books")].filter((folder) => existsSync(folder));
      const disks = await Promise.all(folders.map((folder) => statfs(folder)));
      // file systems without a limit report none of both
      return Math.min(
        ...disks.map(({ bavail, bsize, files, ffree }) => (files > 0 && ffree === 0 ? 0 : bavail * bsize)),
      );
    },

    list: async (folders: readonly string[] = FOLDERS): Promise<StoredFile[]> => {
      const files: StoredFile[] = [];
      for (const folder of folders) {
        const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
          ignoreMissingFolder,
        );
        for (const entry of entries) {
          if (!entry.isFile() || entry.name === FOLDER_MARKER) continue;
          const path = join(entry.parentPath, entry.name);
          const stats = await stat(path).catch(() => null);
          if (!stats) continue;
          const relative = path.slice(root.length + 1).replaceAll(sep, "/");
          const isClaimed = claimedPaths.has(relative.replace(PART_SUFFIX, ""));
          if (!isClaimed) files.push({ path: relative, size: stats.size, modifiedAt: stats.mtime });
        }
      }
      return files;
    },
  };
}

export function isLinkToNothing(path: string): boolean {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink && !existsSync(path);
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The folder may not exist yet, or its disk may be gone, which the health check reports. */
function ignoreMissingFolder(error: unknown): [] {
  if (errorCode(error) !== "") return [];
  throw error;
}
