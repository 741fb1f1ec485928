import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { StorageError } from "#db/errors.ts";
import { FOLDERS } from "#server/adapters/missing-folders.ts";
import type { Config } from "#server/config.ts";

/** A club's storage has at least one of these, even in the middle of a restore. */
const CLUB = /^(?:bookclub\.db|restore.*)$/;

type Places = Pick<Config, "storageDir" | "clubMarker">;

/** Why nothing can be done with the folder yet, in a sentence, or null. */
export function findNoClub(storageDir: string): string | null {
  try {
    // a refused restore makes folders without files
    const holdsFiles = (name: string) =>
      FOLDERS.some((folder) => folder === name) && readdirSync(join(storageDir, name)).length > 0;
    if (readdirSync(storageDir).some((name) => CLUB.test(name) || holdsFiles(name))) return null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) return null;
  }
  return `There is no club in ${storageDir} yet: check STORAGE_DIR, or start the server.`;
}

/**
 * Keeps an unmounted disk from becoming a new, empty club: the marker is outside of the storage. @throws StorageError
 */
export function requireKnownClub({ storageDir, clubMarker }: Places): void {
  if (clubMarker === null || !existsSync(clubMarker) || findNoClub(storageDir) === null) return;
  throw new StorageError(
    `There was a club in ${storageDir}, and there is none now: mount its disk, or check STORAGE_DIR. To begin a new one or to restore a backup there, first remove ${clubMarker}.`,
  );
}

/** Remembers that there is a club. @returns why it can't, in a sentence, or null */
export function markClub({ clubMarker }: Places): string | null {
  if (clubMarker === null || existsSync(clubMarker)) return null;
  try {
    mkdirSync(dirname(clubMarker), { recursive: true, mode: 0o700 });
    writeFileSync(clubMarker, "A bookclub server ran here. While this file exists, it starts no new, empty club.\n");
    return null;
  } catch {
    return `CLUB_MARKER names ${clubMarker}, which can't be written: an unmounted disk would start as a new club.`;
  }
}
