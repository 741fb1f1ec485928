import { BookOpen, CalendarDays, Headphones } from "lucide-react";

import { callUrl } from "#contract/call-url.ts";
import { pluralize } from "#contract/counts.ts";
import type { ShelfPage } from "#contract/shelf.ts";
import { isNotFound, serverMessage } from "#web/api/client.ts";
import { useClub } from "#web/api/club.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { findComingLines, formatPlanLine } from "#web/lib/format/format-plan.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { BookCover, CoverTable } from "#web/ui/images/book-cover.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { BackLink } from "#web/ui/layout/page-heading.tsx";
import { LibraryLinks } from "#web/ui/text/library-links.tsx";
import { Prose } from "#web/ui/text/prose.tsx";

import { CopiesCard } from "./copies-card.tsx";
import { MeetingRecapCard } from "./meeting-recap-card.tsx";
import { ReviewForm } from "./review-form.tsx";
import { ReviewList } from "./review-list.tsx";
import { Stars } from "./stars.tsx";

export function BookPage({ bookId }: { bookId: string }) {
  const result = useGet("GET /api/shelf/:id", { params: { id: Number(bookId) } });
  useDocumentTitle(result.data?.title ?? "Shelf");
  return (
    <>
      <BackLink to="/shelf">Shelf</BackLink>
      {!result.data && isNotFound(result.error) ? (
        <EmptyState mouse="lost">
          {serverMessage(result.error) ?? "There is no such book. It may have been deleted."}
        </EmptyState>
      ) : (
        <QueryContent query={result} name="the book" skeleton={<Skeleton shape="image" className="h-120" />}>
          {(book) => <ShelvedBook key={book.id} book={book} />}
        </QueryContent>
      )}
    </>
  );
}

function ShelvedBook({ book }: { book: ShelfPage }) {
  useFocusHashTarget();
  const { title, author, month, rating, synopsis, hasEbook, hasAudiobook } = book;
  const { data: currentBook } = useGet("GET /api/books/current");
  const isAhead = currentBook?.id === book.id && book.metOn === null;
  return (
    <div className="space-y-6">
      <Card className="p-0!">
        <article className="flex flex-col sm:flex-row">
          <CoverTable className="max-sm:rounded-t-lg max-sm:px-8 max-sm:py-6 sm:p-8 sm:*:top-8 lg:p-10 lg:*:top-10">
            <BookCover {...book} className="w-40 sm:w-44 lg:w-60" />
          </CoverTable>
          <div className="min-w-0 flex-1 p-5 sm:p-7 lg:p-10">
            <Badge>{formatMonth(month)}</Badge>
            <h1 className="mt-3 text-3xl wrap-anywhere">{title}</h1>
            <p className="mt-1.5 text-lg text-ink-soft">by {author}</p>
            {rating && (
              <p className="mt-3 flex flex-wrap items-center gap-2">
                <Stars value={rating.average} className="h-5" />
                <span className="text-sm text-ink-soft">
                  {rating.average.toFixed(1)} from {pluralize(rating.count, "member")}
                </span>
              </p>
            )}
            {synopsis && <Prose text={synopsis} className="mt-5" />}
            {!isAhead && <LibraryLinks isbn={book.isbn} title={title} />}
            <div className="mt-6 flex flex-wrap gap-3 empty:hidden print:hidden">
              {hasEbook && (
                <ButtonLink to={`/read/${book.id}`} variant="primary" icon={BookOpen}>
                  Read
                </ButtonLink>
              )}
              {hasAudiobook && (
                <a
                  href={callUrl("GET /api/download/audiobook/:id", { params: { id: book.id } })}
                  download
                  className={buttonClass("quiet")}
                >
                  <Headphones className="size-5" />
                  Download audiobook
                </a>
              )}
            </div>
          </div>
        </article>
      </Card>
      {isAhead && (
        <div className="grid items-start gap-6 *:only:col-span-full lg:grid-cols-2">
          <PlanCard bookId={book.id} />
          <CopiesCard book={book} />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card id="reviews" title="Reviews">
          <ReviewForm book={book} />
          <ReviewList book={book} />
        </Card>
        <MeetingRecapCard book={book} />
      </div>
    </div>
  );
}

/** One line a week until the book's meeting, the same for everyone (BEYOND 10). Empty without a future meeting. */
function PlanCard({ bookId }: { bookId: number }) {
  const { timeZone } = useClub();
  const { data: lines = [] } = useGet("GET /api/books/:id/plan", { params: { id: bookId } });
  if (lines.length === 0) return null;
  return (
    <Card title="What to read by when" icon={CalendarDays}>
      <ol className="space-y-1.5">
        {findComingLines(lines, timeZone).map((line) => (
          <li key={line.by} className="text-balance wrap-anywhere">
            {formatPlanLine(line, { isListening: true })}
          </li>
        ))}
      </ol>
    </Card>
  );
}
