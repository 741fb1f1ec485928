import { useEffect, useState } from "react";

import type { Contents } from "#contract/reading.ts";
import { isSignedOut } from "#web/api/client.ts";
import { CLUB_PROBLEM, isBroken } from "#web/api/failure-reason.ts";

import { searchBook, type SearchHit } from "./search.ts";

/** `idle` while there are too few letters to look for. `reason`: why it failed, in a sentence. */
export type Found = { hits: readonly SearchHit[] } & (
  { status: "idle" | "searching" | "done" } | { status: "failed"; reason: string }
);

type Search = { bookId: number; contents: Contents };
type Limits = { shortest: number; most: number };

const PAUSE = 300;

/** Searches once nobody has typed for a moment, and stops after about `most` places. */
export function useSearch(bookId: number, contents: Contents | undefined, words: string, limits: Limits): Found {
  const { shortest, most } = limits;
  const [found, setFound] = useState<Found>({ hits: [], status: "idle" });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (!contents || words.trim().length < shortest) setFound({ hits: [], status: "idle" });
      else void collect({ bookId, contents }, words, { stop: stop.signal, most, tell: setFound });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [bookId, contents, words, shortest, most]);
  return found;
}

type Collecting = { stop: AbortSignal; most: number; tell: (found: Found) => void };

async function collect(book: Search, words: string, { stop, most, tell }: Collecting): Promise<void> {
  let hits: readonly SearchHit[] = [];
  tell({ hits, status: "searching" });
  try {
    for await (const more of searchBook(book, words, stop)) {
      hits = [...hits, ...more];
      if (stop.aborted) return;
      tell({ hits, status: "searching" });
      if (hits.length >= most) break;
    }
    if (!stop.aborted) tell({ hits, status: "done" });
  } catch (error) {
    if (!stop.aborted) tell({ hits, status: "failed", reason: reasonOf(error) });
  }
}

function reasonOf(error: unknown): string {
  if (isSignedOut(error)) return "Session expired. Please log in again.";
  return isBroken(error) ? CLUB_PROBLEM : "Check your connection.";
}
