import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";

import { query } from "#web/api/query.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { paperBookOf } from "#web/progress/paper/use-paper.ts";
import type { Moment } from "#web/talk/note-form.tsx";
import { Talk } from "#web/talk/talk.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadError } from "#web/ui/feedback/query-content.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  useDocumentTitle("Talk");
  const { state } = useLocation();
  const { data: book, error, refetch } = useQuery(query("GET /api/books/current"));
  return (
    <div className="mx-auto max-w-3xl">
      <div className="print:hidden">
        <PageHeading title="Talk">
          What members are saying about this month's book, up to where you've read. No spoilers.
        </PageHeading>
      </div>
      {book ? (
        <>
          <div className="mb-5 hidden print:block">
            <p className="font-title text-2xl font-semibold">{book.title}</p>
            <p>by {book.author}</p>
          </div>
          <Talk book={paperBookOf(book)} moment={momentOf(state)} />
        </>
      ) : book === null ? (
        <EmptyState mouse="choosing">No book has been chosen yet. Once it is, you can talk about it here.</EmptyState>
      ) : error ? (
        <LoadError what="the current book" error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner className="min-h-60" />
      )}
    </div>
  );
}

function momentOf(state: unknown): Moment | null {
  if (typeof state !== "object" || state === null || !("fraction" in state)) return null;
  const { fraction } = state;
  if (typeof fraction !== "number") return null;
  return {
    fraction,
    quote: "quote" in state ? String(state.quote) : "",
    time: "time" in state ? String(state.time) : "",
  };
}
