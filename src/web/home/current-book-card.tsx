import type { Book } from "#contract/books.ts";
import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMonth } from "#web/lib/format/dates.ts";
import { formatBookShare } from "#web/lib/format/share-text.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { BookCover, CoverTable } from "#web/ui/images/book-cover.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { FoldedText } from "#web/ui/text/prose.tsx";
import { ShareButton } from "#web/ui/text/share-button.tsx";

import { OpenBookLinks } from "./open-book-links.tsx";

/** A small cover beside the title on phones, so that the button is visible without scrolling. */
const COVER_CLASS = "w-12 sm:w-44 lg:w-40";
/** A title may be one long word. */
const ARTICLE_CLASS = "grid grid-cols-[auto_minmax(0,1fr)]";
const TEXT_CLASS = "contents sm:block sm:min-w-0 sm:p-7 print:p-4 *:first:p-3 *:first:pb-2 *:first:pl-0 sm:*:first:p-0";
/** Hidden until the member's positions have loaded, because they would move it down. */
const ACTIONS_CLASS = "[&:has([data-positions=loading])>:last-child]:invisible col-span-2 px-3 pb-3 sm:p-0";

export function CurrentBookCard() {
  const result = useGet("GET /api/books/current");
  if (result.data === null) {
    return (
      <EmptyState mouse="choosing">
        No book has been chosen yet. Once it is, you can read and listen to it here.
      </EmptyState>
    );
  }
  return (
    <Card className={result.error && !result.data ? "" : "p-0!"}>
      <QueryContent
        query={result}
        name="the current book"
        skeleton={<SkeletonLines lines={9} className="p-3 sm:p-7" />}
      >
        {(book) => book && <CurrentBook book={book} />}
      </QueryContent>
    </Card>
  );
}

function CurrentBook({ book }: { book: Book }) {
  const club = useClub();
  return (
    <article className={ARTICLE_CLASS}>
      <CoverTable className="p-3 max-sm:bg-transparent max-sm:pb-2 sm:p-7 sm:*:top-7">
        <BookCover {...book} className={COVER_CLASS} />
      </CoverTable>
      <div className={TEXT_CLASS}>
        <div>
          <Badge>{formatMonth(book.month)}</Badge>
          <h2 className="mt-1 text-lg leading-tight sm:mt-2 sm:text-2xl">
            <Link to={`/shelf/${book.id}`} className="underline-offset-4 hover:underline">
              {book.title}
            </Link>
          </h2>
          <p className="text-ink-soft max-sm:text-sm max-sm:leading-tight sm:mt-1">by {book.author}</p>
        </div>
        <div className={ACTIONS_CLASS}>
          <OpenBookLinks book={book}>
            <ShareButton name="the book" text={formatBookShare(club, book)} />
          </OpenBookLinks>
          {book.synopsis && (
            <FoldedText text={book.synopsis} lines={4} moreLabel="More about the book" className="mt-3 sm:mt-5" />
          )}
        </div>
      </div>
    </article>
  );
}
