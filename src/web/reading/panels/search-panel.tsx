import { BookOpen } from "lucide-react";
import { useState } from "react";

import { findPrintedPage } from "#web/reading/chapters.ts";
import type { Reader } from "#web/reading/reader.ts";
import { SearchHitText } from "#web/reading/search-hit.tsx";
import { type SearchResult, useSearch } from "#web/reading/use-search.ts";
import type { Destination } from "#web/reading/view/destination.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";

type Props = { reader: Reader; onGo: (target: Destination) => void };

export function SearchPanel({ reader: { bookId, contents }, onGo }: Props) {
  const [text, setText] = useState("");
  const page = findPrintedPage(contents, text);
  const result = useSearch(bookId, contents, text, { minLetters: 2, maxHits: Infinity });
  return (
    <div className="space-y-3 max-sm:min-h-[calc(92dvh-10.125rem)]">
      <Field data-autofocus label="Search this book" isLabelHidden type="search" value={text} onText={setText} />
      <output className="block text-sm text-ink-soft">{formatSearchStatus(result)}</output>
      {page && (
        <Button icon={BookOpen} className="w-full" onClick={() => onGo({ kind: "section", ...page })}>
          Page {page.label} of the printed book
        </Button>
      )}
      <ol>
        {result.hits.map((hit, index) => (
          <li key={`${index} ${hit.fraction}`}>
            <button
              type="button"
              onClick={() => onGo({ kind: "position", fraction: hit.fraction, locator: null })}
              className="block w-full rounded-md px-3 py-2.5 text-left hover:bg-sunk"
            >
              <SearchHitText hit={hit} contents={contents} />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function formatSearchStatus(search: SearchResult): string {
  const { status } = search;
  const count = search.hits.length;
  if (status === "idle") return "Type at least two letters.";
  if (status === "failed") return `The search stopped: we couldn't load all of the book. ${search.reason}`;
  const countText = count === 1 ? "1 place" : `${count} places`;
  if (status === "searching") return count === 0 ? "Searching…" : `${countText} so far…`;
  return count === 0 ? "Nothing found. Try fewer or other words." : countText;
}
