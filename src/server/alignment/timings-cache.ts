import type { Book } from "#contract/books.ts";
import type { AlignmentFile } from "#server/adapters/alignment-cache.ts";
import { describeError } from "#server/adapters/log.ts";
import { findBookFile, listBooks } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { SENTENCES_VERSION } from "./timings/sentence-timings.ts";
import { readTimingsFile } from "./timings/timings-file.ts";

const ADMIN = { isAdmin: true };

/** The name of a book's timings under `cache/`; null without an eBook. */
export function timingsCacheKey(deps: Deps, book: Pick<Book, "id">): string | null {
  const ebook = findBookFile(deps, book, "ebook");
  const audiobook = findBookFile(deps, book, "audiobook");
  return ebook && `sentences/${ebook.sha256}-${audiobook?.sha256 ?? "own"}-${SENTENCES_VERSION}`;
}

export function listTimingsCacheKeys(deps: Deps): string[] {
  return listBooks(deps, ADMIN).flatMap((book) => timingsCacheKey(deps, book) ?? []);
}

/** The book's timings; null if it isn't aligned yet. */
export function findTimings(deps: Deps, book: Pick<Book, "id">): AlignmentFile | null {
  const name = timingsCacheKey(deps, book);
  const path = name && deps.alignmentFiles.find(name);
  if (!path) return null;
  const { files } = deps.alignments;
  const cached = files.get(path);
  if (cached) return cached;
  const timings = readTimingsFile(path);
  if (timings) files.set(path, timings);
  else deleteDamagedTimings(deps, name);
  return timings;
}

/** Deletes the timings, so that the book is aligned again. */
export async function deleteTimings(deps: Deps, name: string): Promise<void> {
  deps.alignments.files.delete(deps.disk.absolute(`cache/${name}`));
  await deps.alignmentFiles.remove(name);
}

/** Deletes timings that a power cut damaged. */
export function deleteDamagedTimings(deps: Deps, name: string): void {
  deleteTimings(deps, name).catch((error: unknown) =>
    deps.log.warn("deleting damaged timings failed", { error: describeError(error) }),
  );
}
