import { useEffect, useState } from "react";

import type { Contents } from "#contract/reading.ts";
import { reasonText } from "#web/api/failure-reason.ts";

import { searchBook, type SearchHit } from "./search.ts";

export type SearchResult = { hits: readonly SearchHit[] } & (
  { status: "idle" | "searching" | "done" } | { status: "failed"; reason: string }
);

type Search = { bookId: number; contents: Contents };
type SearchLimits = { minLetters: number; maxHits: number };

const TYPING_DELAY_MS = 300;

export function useSearch(
  bookId: number,
  contents: Contents | undefined,
  text: string,
  limits: SearchLimits,
): SearchResult {
  const { minLetters, maxHits } = limits;
  const [found, setFound] = useState<SearchResult>({ hits: [], status: "idle" });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (!contents || text.trim().length < minLetters) setFound({ hits: [], status: "idle" });
      else void collectHits({ bookId, contents }, text, { stop: stop.signal, most: maxHits, onFound: setFound });
    }, TYPING_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [bookId, contents, text, minLetters, maxHits]);
  return found;
}

type CollectOptions = { stop: AbortSignal; most: number; onFound: (found: SearchResult) => void };

async function collectHits(book: Search, text: string, { stop, most, onFound }: CollectOptions): Promise<void> {
  let hits: readonly SearchHit[] = [];
  onFound({ hits, status: "searching" });
  try {
    for await (const more of searchBook(book, text, stop)) {
      hits = [...hits, ...more];
      if (stop.aborted) return;
      onFound({ hits, status: "searching" });
      if (hits.length >= most) break;
    }
    if (!stop.aborted) onFound({ hits, status: "done" });
  } catch (error) {
    if (!stop.aborted) onFound({ hits, status: "failed", reason: reasonText(error) });
  }
}
