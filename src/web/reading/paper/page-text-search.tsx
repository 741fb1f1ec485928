import { useEffect, useState } from "react";

import { isCountedInPages } from "#contract/chapters.ts";
import { useGet } from "#web/api/use-get.ts";
import { SearchHitText } from "#web/reading/search-hit.tsx";
import { type SearchResult, useSearch } from "#web/reading/use-search.ts";
import { Field } from "#web/ui/forms/field.tsx";

/** `isUnclear` while the text occurs several times and none was chosen. */
export type FoundPage = { fraction: number | null; isUnclear: boolean };

const HITS_SHOWN = 5;

export function PageTextSearch({ bookId, onFound }: { bookId: number; onFound: (found: FoundPage) => void }) {
  const { data: contents } = useGet("GET /api/books/:id/contents", { params: { id: bookId } });
  const [text, setText] = useState("");
  const result = useSearch(bookId, contents, text, { minLetters: 6, maxHits: HITS_SHOWN + 1 });
  const { hits, status } = result;
  const [chosenFraction, setChosen] = useState<number | null>(null);
  const [firstHit] = hits;
  const isOnlyHit = status === "done" && hits.length === 1;
  const fraction = chosenFraction ?? (isOnlyHit && firstHit ? firstHit.fraction : null);
  const isUnclear = fraction === null && hits.length > 0;
  useEffect(() => onFound({ fraction, isUnclear }), [fraction, isUnclear, onFound]);
  // Such pages have no text to search.
  if (contents && isCountedInPages(contents)) return null;
  return (
    <div>
      <Field
        label="Or type the first words of the page"
        autoComplete="off"
        dir="auto"
        value={text}
        hint={formatSearchStatus(result)}
        onText={(text) => {
          setText(text);
          setChosen(null);
        }}
      />
      <ul className="mt-2 space-y-2 empty:hidden">
        {hits.slice(0, HITS_SHOWN).map((hit) => (
          <li key={hit.fraction}>
            <button
              type="button"
              aria-pressed={hit.fraction === fraction}
              onClick={() => setChosen(hit.fraction)}
              className="block min-h-touch w-full rounded-md border border-line px-3 py-2 text-left hover:bg-sunk aria-pressed:border-wine aria-pressed:bg-sunk"
            >
              <SearchHitText hit={hit} contents={contents} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function formatSearchStatus(search: SearchResult): string {
  const { status } = search;
  const count = search.hits.length;
  if (status === "idle") return "Pages differ between editions. A few words make your place exact.";
  if (status === "failed") return `We couldn't search all of the book. ${search.reason} Or enter the page.`;
  if (count > HITS_SHOWN) return "These words are in many places. Type a few more.";
  if (status === "searching" && count === 0) return "Searching…";
  if (count === 0) return "Not found. Try other words, or leave this empty.";
  return count === 1 ? "Found here:" : "Found in several places. Which one is on your page?";
}
