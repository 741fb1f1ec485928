import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { join } from "node:path";

export const FOLDERS = ["books", "covers", "avatars"] as const;
/** The server deletes old files in these. */
export const WORK_FOLDERS = ["cache", "tmp", "uploads"] as const;

/** Created by operators and restores: marks a folder as the right one although none of its files are there. */
export const FOLDER_MARKER = ".bookclub";

/** Missing and unreadable folders, and those without any referenced file, such as an unmounted disk's. */
export function findMissingFolders(root: string, configuredFolders: readonly string[]): string[] {
  // the first start creates all folders, this one last
  const hasStorage = existsSync(join(root, "uploads"));
  const isMissing = (folder: string) => hasStorage && !isReadableFolder(join(root, folder));
  return FOLDERS.filter((folder) => isMissing(folder) || lacksReferencedFiles(root, folder, configuredFolders));
}

export function lacksReferencedFiles(root: string, folder: string, referencedPaths: readonly string[]): boolean {
  const entries = new Set<string>();
  // compares books by folder, which remains when single files are lost
  for (const path of referencedPaths) if (path.startsWith(`${folder}/`)) entries.add(path.split("/", 2).join("/"));
  if (entries.size === 0 || existsSync(join(root, folder, FOLDER_MARKER))) return false;
  return !entries.values().some((entry) => existsSync(join(root, entry)));
}

/** True for an unreadable folder, or for something else at its path, such as a link to an unmounted disk. */
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
