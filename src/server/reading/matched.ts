import type { Book } from "#contract/books.ts";
import type { Matched } from "#server/adapters/matches.ts";
import { findBookFile } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import type { Sound } from "./match/sound-parts.ts";

/** The two files, as corrections and anchors name them. */
export type Files = { bookId: number; ebookPath: string; audiobookPath: string };
export type MatchFiles = Files & { ebookSha256: string; sound: Sound };

/** Null while a file is missing. */
export function findMatchFiles(deps: Deps, book: Book): MatchFiles | null {
  const ebook = findBookFile(deps, book, "ebook");
  const audiobook = findBookFile(deps, book, "audiobook");
  if (!book.audiobookSeconds || !ebook || !audiobook) return null;
  const sound = { seconds: book.audiobookSeconds, chapters: book.chapters, title: book.title };
  const paths = { ebookPath: ebook.path, audiobookPath: audiobook.path };
  return { bookId: book.id, ...paths, ebookSha256: ebook.sha256, sound };
}

/** Call it once the eBook is loaded. */
export async function loadMatched(deps: Deps, book: Book): Promise<void> {
  const files = findMatchFiles(deps, book);
  const pack = files && deps.ebooks.known(files.ebookSha256)?.packPath;
  if (pack) await deps.matches.load(pack, files.sound);
}

/** Null until it was loaded, and for a book that is too much to be matched. */
export function knownMatched(deps: Deps, { ebookSha256, sound }: MatchFiles): Matched | null {
  const pack = deps.ebooks.known(ebookSha256)?.packPath;
  return pack === undefined ? null : deps.matches.known(pack, sound);
}
