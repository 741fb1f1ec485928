import { useEffect, useState } from "react";

import type { Contents } from "#contract/reading.ts";
import { chapterAtCodePoint } from "#web/reading/chapters.ts";
import { searchBook, type SearchHit } from "#web/reading/search.ts";
import type { Destination } from "#web/reading/view/destination.ts";
import { Field } from "#web/ui/field.tsx";

type Props = { bookId: number; contents: Contents; onGo: (target: Destination) => void };
type Found = { hits: readonly SearchHit[]; status: "idle" | "searching" | "done" | "failed" };

const PAUSE = 300;
const SHORTEST = 2;

export function SearchPanel({ bookId, contents, onGo }: Props) {
  const [words, setWords] = useState("");
  const { hits, status } = useSearch(bookId, contents, words);
  return (
    <div className="space-y-3">
      <Field data-autofocus label="Words to look for" type="search" value={words} onText={setWords} />
      <output className="block text-sm text-ink-soft">{statusText(hits.length, status)}</output>
      <ol>
        {hits.map((hit, index) => (
          <li key={`${index} ${hit.fraction}`}>
            <button
              type="button"
              onClick={() => onGo({ kind: "place", fraction: hit.fraction, locator: null })}
              className="block w-full rounded-md px-3 py-2.5 text-left hover:bg-sunk"
            >
              <span className="block text-sm text-ink-soft">
                {chapterAtCodePoint(contents, hit.fraction * contents.length + 0.5)?.title}
              </span>
              <span className="wrap-anywhere">
                …{hit.before}
                <mark className="rounded-sm bg-season-tint font-semibold text-season">{hit.match}</mark>
                {hit.after}…
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

type Search = { bookId: number; contents: Contents };

function useSearch(bookId: number, contents: Contents, words: string): Found {
  const [found, setFound] = useState<Found>({ hits: [], status: "idle" });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => void collect({ bookId, contents }, words, stop.signal, setFound), PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [bookId, contents, words]);
  return found;
}

async function collect(book: Search, words: string, stop: AbortSignal, tell: (found: Found) => void): Promise<void> {
  let hits: readonly SearchHit[] = [];
  if (words.trim().length < SHORTEST) return tell({ hits, status: "idle" });
  tell({ hits, status: "searching" });
  try {
    for await (const more of searchBook(book, words, stop)) {
      hits = [...hits, ...more];
      tell({ hits, status: "searching" });
    }
    if (!stop.aborted) tell({ hits, status: "done" });
  } catch {
    if (!stop.aborted) tell({ hits, status: "failed" });
  }
}

function statusText(count: number, status: Found["status"]): string {
  if (status === "idle") return "Type at least two letters.";
  if (status === "failed") return "The search stopped: we couldn't load all of the book. Check your connection.";
  const found = count === 1 ? "1 place" : `${count} places`;
  if (status === "searching") return count === 0 ? "Searching…" : `${found} so far…`;
  return count === 0 ? "Nothing found. Try fewer or other words." : found;
}
