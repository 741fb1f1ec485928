import { useQueryClient } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";

/** Which book the three book tabs edit; `?book=` in the URL. */
export type BookPick = "current" | "new" | number;

/**
 * The current book by default. `data` is undefined while loading or failed, and null if there's none or for a new one.
 */
export function usePickedBook() {
  const [search, setQuery] = useSearchParams();
  const pick = readPick(search.get("book"));
  const isStored = typeof pick === "number";
  const currentBook = useGet("GET /api/books/current", { staleTime: 0 });
  const storedBook = useGet("GET /api/books/:id", { params: { id: isStored ? pick : 0 }, enabled: isStored });
  const source = isStored ? storedBook : currentBook;
  const queries = useQueryClient();
  const data: Book | null | undefined = pick === "new" ? null : source.data;

  const setPick = (next: BookPick) => {
    const newSearch = new URLSearchParams(search);
    newSearch.delete("book");
    if (next !== "current") newSearch.set("book", String(next));
    setQuery(newSearch);
  };

  return {
    pick,
    data,
    current: currentBook.data,
    error: data !== undefined ? null : source.error,
    refetch: source.refetch,
    setPick,
    /** Picks the current book by its id, so that it stays when another becomes current. */
    pin: () => {
      if (pick !== "current" || !currentBook.data) return;
      queries.setQueryData(
        query("GET /api/books/:id", { params: { id: currentBook.data.id } }).queryKey,
        currentBook.data,
      );
      setPick(currentBook.data.id);
    },
  };
}

function readPick(text: string | null): BookPick {
  if (text === "new") return "new";
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : "current";
}
