import type { Book } from "#contract/books.ts";
import type { OverlayAudio, SentencesState } from "#contract/sentences.ts";
import { type BookViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";

import { deleteDamagedTimings, findTimings, timingsCacheKey } from "./timings-cache.ts";

/** @throws AppError not-found */
export async function getSentences(deps: Deps, viewer: BookViewer, bookId: number, section: number): Promise<Response> {
  const book = requireBook(deps, viewer, bookId);
  // one at a time: the chunks of many readers together would block others
  return deps.alignments.readSection(async () => {
    const timings = findTimings(deps, book);
    const chunks: string[] = [];
    try {
      for await (const sentences of timings?.section(section) ?? [])
        if (sentences.length > 0) chunks.push(JSON.stringify(sentences).slice(1, -1));
    } catch {
      deleteDamagedTimings(deps, timingsCacheKey(deps, book) ?? "");
      return sentencesResponse([], []);
    }
    return sentencesResponse(chunks, timings?.sound ?? []);
  });
}

function sentencesResponse(chunks: readonly string[], sound: readonly OverlayAudio[]): Response {
  const soundField = sound.length > 0 ? `,"sound":${JSON.stringify(sound)}` : "";
  const headers = { "content-type": "application/json;charset=utf-8" };
  return new Response(Buffer.from(`{"sentences":[${chunks.join(",")}]${soundField}}`), { headers });
}

export function getSentencesState(deps: Deps, book: Book): SentencesState {
  const name = timingsCacheKey(deps, book);
  if (name === null) return { state: "none", share: 0, progress: 0 };
  const run = deps.alignments.runs.get(name);
  if (run) return { state: "working", share: 0, progress: run.progress };
  const timings = findTimings(deps, book);
  if (timings && timings.fault === null) return { state: "ready", share: timings.share, progress: 1 };
  if (timings === null) return { state: "waiting", share: 0, progress: 0 };
  return { state: book.audiobookSeconds ? "not-possible" : "none", share: 0, progress: 1 };
}
