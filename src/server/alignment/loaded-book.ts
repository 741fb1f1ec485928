import type { Book } from "#contract/books.ts";
import { fractionAt } from "#contract/timeline.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { loadEbook } from "#server/books/text/contents.ts";
import { findBookFile, type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { findBothFiles, findChapters } from "./chapters.ts";
import { insertAnchors } from "./match/insert-anchors.ts";
import { toTimeline } from "./match/timeline.ts";
import { toAlignedSpans } from "./model/sentence-timings.ts";
import { findTimings } from "./timings-cache.ts";

/** A book and the content of its files, as one member sees it: transactions can't await. */
export type LoadedBook = Readonly<Awaited<ReturnType<typeof openBook>>>;

export async function openBook(deps: Deps, reader: MemberViewer, bookId: number) {
  const book = requireBook(deps, reader, bookId);
  const bothFiles = findBothFiles(deps, book);
  const file = findBookFile(deps, book, "ebook");
  const ebook = file && (await loadEbook(deps, file).catch(nullIfNotFound));
  if (!ebook || !bothFiles) return { book, contents: ebook?.contents ?? null, timeline: null };
  const { contents } = ebook;
  const points = findTimings(deps, book)?.points ?? [];
  const alignedSpans =
    points.length > 0 ? toAlignedSpans(points) : (await findChapters(deps, ebook, bothFiles)).stretches;
  const anchors = deps.stores.anchors
    .list(bothFiles.files, reader.id)
    .map(({ seconds, fraction }) => ({ seconds, codePoint: fraction * contents.length }));
  /** With the member's anchors. Null if a file is missing. */
  const timeline = toTimeline(insertAnchors(alignedSpans, anchors), bothFiles.audiobook.seconds, contents.length);
  return { book, contents, timeline };
}

/** Loads the book, then calls `work` inside `writeAs` with the current row. @throws AppError not-found */
export async function writeAboutBook<Result>(
  deps: Deps,
  actor: Actor,
  bookId: number,
  work: (author: Author, loaded: LoadedBook) => Result,
): Promise<Result> {
  const loaded = await openBook(deps, actor.user, bookId);
  const outcome = writeAs(deps, actor, (author) => {
    const book = requireBook(deps, author, bookId);
    return isSameFiles(loaded.book, book) ? { result: work(author, { ...loaded, book }) } : null;
  });
  return outcome ? outcome.result : writeAboutBook(deps, actor, bookId, work);
}

/** The position in the text, 0 to 1, of a second of the audiobook: by the timeline, else by its share of the audio. */
export function toFraction({ book, timeline }: Pick<LoadedBook, "book" | "timeline">, seconds: number): number {
  if (timeline) return fractionAt(timeline, seconds);
  return book.audiobookSeconds ? Math.min(1, seconds / book.audiobookSeconds) : 0;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}

function isSameFiles(before: Book, after: Book): boolean {
  return before.ebookUploadedAt === after.ebookUploadedAt && before.audiobookUploadedAt === after.audiobookUploadedAt;
}
