import { useQuery } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import { currentBookQuery } from "#web/api/current-book.ts";
import { formatMonth } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BookCover, CoverTable } from "#web/ui/book-cover.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";
import { Prose } from "#web/ui/prose.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/skeleton.tsx";

import { ShortSynopsis } from "./short-synopsis.tsx";
import { WaysIn } from "./ways-in.tsx";

const COVER = "w-44 sm:w-48 lg:w-72";
const WORDS = "min-w-0 flex-1 p-5 sm:p-7 lg:p-10 print:p-4";

/** For regulars: a small cover beside the title on phones, so the button is in view. */
const SLIM = {
  article: "grid grid-cols-[auto_1fr] sm:grid-cols-[auto_1fr]",
  cover: "w-20 sm:w-44 lg:w-40",
  words: "contents sm:block sm:min-w-0 sm:p-7 print:p-4 *:first:p-5 *:first:pl-1 sm:*:first:p-0",
  rest: "col-span-2 px-5 pb-5 sm:p-0",
};

/** SPEC 2. `isRegular` makes it smaller, for members who know it. */
export function CurrentBookCard({ isRegular }: { isRegular: boolean }) {
  const { data: book, error, refetch } = useQuery(currentBookQuery);
  if (error && book === undefined) {
    return (
      <Card>
        <LoadError what="the current book" error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (book === null) {
    return (
      <EmptyState icon={<MousePicture doing="choosing" />}>
        No book has been chosen yet. Once it is, you can read and listen to it here.
      </EmptyState>
    );
  }
  return (
    <Card className="p-0!">{book ? <CurrentBook book={book} isRegular={isRegular} /> : <CurrentBookSkeleton />}</Card>
  );
}

function CurrentBook({ book, isRegular }: { book: Book; isRegular: boolean }) {
  return (
    <article className={isRegular ? SLIM.article : "flex flex-col sm:flex-row"}>
      <CoverTable isSlim={isRegular}>
        <BookCover {...book} className={isRegular ? SLIM.cover : COVER} />
      </CoverTable>
      <div className={isRegular ? SLIM.words : WORDS}>
        <div>
          <Badge>{formatMonth(book.month)}</Badge>
          <h2 className={isRegular ? "mt-2 text-2xl" : "mt-3 text-3xl"}>{book.title}</h2>
          <p className={`mt-1 text-ink-soft ${isRegular ? "" : "text-lg"}`}>by {book.author}</p>
        </div>
        <div className={isRegular ? SLIM.rest : ""}>
          <WaysIn book={book} />
          {book.synopsis &&
            (isRegular ? (
              <ShortSynopsis text={book.synopsis} />
            ) : (
              <Prose text={book.synopsis} className="drop-cap mt-6 lg:text-lg print:text-lg" />
            ))}
        </div>
      </div>
    </article>
  );
}

function CurrentBookSkeleton() {
  return (
    <output aria-label="Loading the current book" className="flex flex-col sm:flex-row">
      <CoverTable>
        <Skeleton className={`aspect-2/3 ${COVER}`} />
      </CoverTable>
      <div className={`space-y-4 ${WORDS}`}>
        <Skeleton shape="pill" className="h-7 w-32" />
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-5 w-40" />
        <SkeletonLines lines={7} className="pt-3" />
        <div className="flex gap-3 pt-2">
          <Skeleton shape="control" className="h-11 w-32" />
          <Skeleton shape="control" className="h-11 w-36" />
        </div>
      </div>
    </output>
  );
}
