import type { Book } from "#contract/books.ts";
import type { OwnSound, SentencesState } from "#contract/sentences.ts";
import { type BookViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { alignmentProgress } from "./align-book.ts";
import { findTimings, removeDamaged, timingsCacheKey } from "./timings-cache.ts";

/** When each sentence of a section is heard (BEYOND 11), as JSON. @throws AppError not-found */
export async function readSentences(
  deps: Deps,
  viewer: BookViewer,
  bookId: number,
  section: number,
): Promise<Response> {
  const book = requireBook(deps, viewer, bookId);
  const heard = findTimings(deps, book);
  const pieces: string[] = [];
  try {
    for await (const sentences of heard?.section(section) ?? [])
      if (sentences.length > 0) pieces.push(JSON.stringify(sentences).slice(1, -1));
  } catch {
    removeDamaged(deps, timingsCacheKey(deps, book) ?? "");
    return toJson([], []);
  }
  return toJson(pieces, heard?.sound ?? []);
}

/** @param pieces of the list of sentences */
function toJson(pieces: readonly string[], sound: readonly OwnSound[]): Response {
  const more = sound.length > 0 ? `,"sound":${JSON.stringify(sound)}` : "";
  const headers = { "content-type": "application/json;charset=utf-8" };
  return new Response(Buffer.from(`{"sentences":[${pieces.join(",")}]${more}}`), { headers });
}

/** How far the club is with listening to a book (BEYOND 11). */
export function sentencesState(deps: Deps, book: Book): SentencesState {
  const name = timingsCacheKey(deps, book);
  if (name === null) return { state: "none", share: 0, progress: 0 };
  const progress = alignmentProgress(deps, name);
  if (progress !== null) return { state: "working", share: 0, progress };
  const heard = findTimings(deps, book);
  if (heard && heard.fault === null) return { state: "ready", share: heard.share, progress: 1 };
  if (heard === null) return { state: "waiting", share: 0, progress: 0 };
  // an eBook without sound has nothing to listen to
  return { state: book.audiobookSeconds ? "not-possible" : "none", share: 0, progress: 1 };
}
