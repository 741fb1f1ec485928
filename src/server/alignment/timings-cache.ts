import type { Book } from "#contract/books.ts";
import { describeError } from "#server/adapters/log.ts";
import { findBookFile, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { clearFailures, failuresName } from "./failed-listens.ts";
import { type HeardFile, readHeardFile } from "./timings/heard-file.ts";
import { SENTENCES_VERSION } from "./timings/heard.ts";

/** The club listens to one book a month. */
const OPEN_MAX = 4;
const ADMIN = { isAdmin: true };

/** By path, the most recently used last. */
const open = new Map<string, HeardFile>();

/** Name under `cache/` of what was heard of a book's files; null without an eBook. */
export function timingsCacheKey(deps: Deps, book: Pick<Book, "id">): string | null {
  const ebook = findBookFile(deps, book, "ebook");
  const audiobook = findBookFile(deps, book, "audiobook");
  return ebook && `sentences/${ebook.sha256}-${audiobook?.sha256 ?? "own"}-${SENTENCES_VERSION}`;
}

/** For the sweep of `cache/`. */
export function listHeardNames(deps: Deps): string[] {
  const names = listBooks(deps, ADMIN).flatMap((book) => timingsCacheKey(deps, book) ?? []);
  return [...names, ...names.map(failuresName)];
}

/** Where a book's sentences are heard; null while that isn't known. */
export function findTimings(deps: Deps, book: Pick<Book, "id">): HeardFile | null {
  const name = timingsCacheKey(deps, book);
  const path = name && deps.alignmentFiles.find(name);
  if (!path) return null;
  const heard = open.get(path) ?? readHeardFile(path);
  if (!heard) {
    removeDamaged(deps, name);
    return null;
  }
  open.delete(path);
  open.set(path, heard);
  const [oldest] = open.keys();
  if (open.size > OPEN_MAX && oldest !== undefined) open.delete(oldest);
  return heard;
}

/** It's made again then. */
export async function deleteTimings(deps: Deps, name: string): Promise<void> {
  open.delete(deps.disk.absolute(`cache/${name}`));
  await clearFailures(deps, name);
  await deps.alignmentFiles.remove(name);
}

/** A power cut may have left it so. */
export function removeDamaged(deps: Deps, name: string): void {
  deleteTimings(deps, name).catch((error: unknown) =>
    deps.log.warn("damaged sentences stay", { error: describeError(error) }),
  );
}
