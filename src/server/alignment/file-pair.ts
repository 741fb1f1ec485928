import type { Book } from "#contract/books.ts";
import { findBookFile } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import type { AudiobookOutline } from "./timings/sentence-timings.ts";

/** The paths that corrections and anchors refer to. */
type Files = { bookId: number; ebookPath: string; audiobookPath: string };
export type BothFiles = { files: Files; audiobook: AudiobookOutline };

/** Null if the book lacks a file. */
export function findBothFiles(deps: Deps, book: Book): BothFiles | null {
  const ebook = findBookFile(deps, book, "ebook");
  const audiobook = findBookFile(deps, book, "audiobook");
  if (!book.audiobookSeconds || !ebook || !audiobook) return null;
  return {
    files: { bookId: book.id, ebookPath: ebook.path, audiobookPath: audiobook.path },
    audiobook: { seconds: book.audiobookSeconds, chapters: book.chapters, title: book.title },
  };
}

/** @throws AppError not-found if the book lacks a file */
export function requireBothFiles(deps: Deps, book: Book): BothFiles {
  const both = findBothFiles(deps, book);
  if (!both) throw new AppError("not-found", "Upload both the eBook and the audiobook first.");
  return both;
}
