import { useGet } from "#web/api/use-get.ts";
import { paperBookOf } from "#web/reading/paper/use-paper.ts";
import { TalkHeading } from "#web/talk/talk-heading.tsx";
import { Talk } from "#web/talk/talk.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";

export function Page() {
  const result = useGet("GET /api/books/current");
  return (
    <div className="mx-auto max-w-3xl">
      <TalkHeading />
      <QueryContent query={result} name="the current book" skeleton={<Spinner className="min-h-60" />}>
        {(book) =>
          book ? (
            <>
              <div className="mb-5 hidden print:block">
                <p className="font-title text-2xl font-semibold">{book.title}</p>
                <p>by {book.author}</p>
              </div>
              <Talk book={paperBookOf(book)} />
            </>
          ) : (
            <EmptyState mouse="choosing">
              No book has been chosen yet. Once it is, you can talk about it here.
            </EmptyState>
          )
        }
      </QueryContent>
    </div>
  );
}
