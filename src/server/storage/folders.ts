import { existsSync } from "node:fs";
import { join } from "node:path";

import { explainAccess } from "#db/account.ts";
import { FOLDER_MARKER, isUnusable } from "#server/adapters/missing-folders.ts";
import type { Deps } from "#server/deps.ts";

export function checkFolders({ disk, folders, log }: Deps): void {
  const missingFolders = disk.listMissing();
  for (const folder of missingFolders) {
    if (!folders.missing.includes(folder)) log.error("folder missing", { folder: disk.absolute(folder) });
  }
  for (const folder of folders.missing) {
    if (!missingFolders.includes(folder)) log.info("folder found", { folder: disk.absolute(folder) });
  }
  folders.missing = missingFolders;
}

export function describeMissingFolder(root: string, folder: string): string {
  const path = join(root, folder);
  if (existsSync(path) && isUnusable(root, folder)) return `The folder ${path} can't be read: ${explainAccess(path)}`;
  return `The folder ${root}/${folder} is missing or has none of its files: mount its disk, or restore a backup. If its files are lost for good, run 'mkdir -p ${root}/${folder} && touch ${root}/${folder}/${FOLDER_MARKER}'.`;
}

export function isInFolders(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}
