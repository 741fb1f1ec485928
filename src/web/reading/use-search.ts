import { useEffect, useState } from "react";

import type { Contents } from "#contract/reading.ts";
import { formatFailureReason } from "#web/api/failure-reason.ts";

import { searchBook, type SearchHit } from "./search.ts";

export type SearchResult = { hits: readonly SearchHit[] } & (
  { status: "idle" | "searching" | "done" } | { status: "failed"; reason: string }
);

const TYPING_DELAY_MS = 300;

export function useSearch(
  bookId: number,
  contents: Contents | undefined,
  text: string,
  { minLetters, maxHits }: { minLetters: number; maxHits: number },
): SearchResult {
  const [result, setResult] = useState<SearchResult>({ hits: [], status: "idle" });
  useEffect(() => {
    const controller = new AbortController();
    const report = (result: SearchResult) => void (controller.signal.aborted || setResult(result));
    const timer = setTimeout(() => {
      if (!contents || text.trim().length < minLetters) report({ hits: [], status: "idle" });
      else void collectHits(searchBook({ bookId, contents }, text, controller.signal), maxHits, report);
    }, TYPING_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [bookId, contents, text, minLetters, maxHits]);
  return result;
}

async function collectHits(
  sections: AsyncIterable<SearchHit[]>,
  maxHits: number,
  report: (result: SearchResult) => void,
): Promise<void> {
  let hits: readonly SearchHit[] = [];
  report({ hits, status: "searching" });
  try {
    for await (const sectionHits of sections) {
      hits = [...hits, ...sectionHits];
      report({ hits, status: "searching" });
      if (hits.length >= maxHits) break;
    }
    report({ hits, status: "done" });
  } catch (error) {
    report({ hits, status: "failed", reason: formatFailureReason(error) });
  }
}
