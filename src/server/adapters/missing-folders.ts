import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { join } from "node:path";

/** Folders with members' files; the database and backups are handled elsewhere. */
export const FOLDERS = ["books", "covers", "avatars"] as const;

/** Says that a folder is the right one, though it has nothing of what the database names: made by hand and by restores. */
export const FOLDER_MARKER = ".bookclub";

/**
 * Folders that aren't there or can't be read, and those that have nothing of what the database names in them, such as a
 * mount point without its disk. @param named paths below `root`
 */
export function findMissingFolders(root: string, named: readonly string[]): string[] {
  // commands may come before the first start, which makes all folders, this one last
  const areMade = existsSync(join(root, "uploads"));
  const isAway = (folder: string) => areMade && !isReadableFolder(join(root, folder));
  return FOLDERS.filter((folder) => isAway(folder) || hasNothingNamed(root, folder, named));
}

/** Whether what is written there now would end beside the folder's real files. */
export function hasNothingNamed(root: string, folder: string, named: readonly string[]): boolean {
  const entries = new Set<string>();
  // a book's folder outlives its files: those are lost one by one
  for (const path of named) if (path.startsWith(`${folder}/`)) entries.add(path.split("/", 2).join("/"));
  if (entries.size === 0 || existsSync(join(root, folder, FOLDER_MARKER))) return false;
  return !entries.values().some((entry) => existsSync(join(root, entry)));
}

/** Whether something stands in a folder's place that isn't one now, such as a link to a disk that isn't mounted. */
export function isUnusable(root: string, folder: string): boolean {
  const path = join(root, folder);
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined && !isReadableFolder(path);
}

function isReadableFolder(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
