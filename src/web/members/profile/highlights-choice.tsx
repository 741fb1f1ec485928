import { Download } from "lucide-react";
import { useState } from "react";

import { addressOf } from "#contract/address-of.ts";
import { useGet } from "#web/api/use-get.ts";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";

/** Exports a book's highlights and bookmarks as Markdown (BEYOND 10). */
export function HighlightsChoice() {
  const { data: years = [] } = useGet("GET /api/shelf");
  const books = years.flatMap((year) => year.books).filter(({ hasHighlights }) => hasHighlights);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [newestBook] = books;
  if (!newestBook) return null;
  const id = chosenId ?? String(newestBook.id);
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Select label="Your highlights in a book" value={id} onText={setChosenId}>
        {books.map((book) => (
          <option key={book.id} value={book.id}>
            {book.title}
          </option>
        ))}
      </Select>
      <a
        href={addressOf("GET /api/books/:id/highlights.md", { params: { id: Number(id) } })}
        download
        className={buttonClass("quiet")}
      >
        <Download className="size-5" />
        Download as Markdown
      </a>
    </div>
  );
}
