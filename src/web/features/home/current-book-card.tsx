import { useQuery } from "@tanstack/react-query";
import { BookOpen, Headphones, MessageCircle } from "lucide-react";
import { Link } from "react-router";

import type { Book } from "#contract/books.ts";
import { currentBookQuery } from "#web/api/books.ts";
import { placeQuery } from "#web/api/progress.ts";
import { useTalkNews } from "#web/api/use-talk-news.ts";
import { formatMonth } from "#web/lib/dates.ts";
import { isBegun } from "#web/listening/player/chapters.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BookCover, CoverTable } from "#web/ui/book-cover.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dot } from "#web/ui/dot.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";
import { Prose } from "#web/ui/prose.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/skeleton.tsx";

import { ContinueButton } from "./continue-button.tsx";

const COVER = "w-44 sm:w-48 lg:w-72";
const WORDS = "min-w-0 flex-1 p-5 sm:p-7 lg:p-10 print:p-4";

/** SPEC 2. */
export function CurrentBookCard() {
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
  return <Card className="p-0!">{book ? <CurrentBook book={book} /> : <CurrentBookSkeleton />}</Card>;
}

function CurrentBook({ book }: { book: Book }) {
  const { data: place, isLoading } = useQuery(placeQuery(book));
  const hasNews = useTalkNews();
  const position = place && isBegun(place.currentTime, book.audiobookSeconds) ? place.currentTime : null;
  return (
    <article className="flex flex-col sm:flex-row">
      <CoverTable>
        <BookCover {...book} className={COVER} />
      </CoverTable>
      <div className={WORDS}>
        <Badge>{formatMonth(book.month)}</Badge>
        <h2 className="mt-3 text-3xl">{book.title}</h2>
        <p className="mt-1.5 text-lg text-ink-soft">by {book.author}</p>
        {book.synopsis && <Prose text={book.synopsis} className="drop-cap mt-5 lg:text-lg print:text-lg" />}
        {position !== null && <ContinueButton book={book} position={position} />}
        <div
          className={`${position === null ? "mt-6" : "mt-3"} flex flex-wrap gap-3 *:max-sm:flex-1 *:max-sm:px-3 print:hidden ${isLoading ? "invisible" : ""}`}
        >
          <Link to="/ebook" className={buttonClass(position === null ? "primary" : "quiet")}>
            <BookOpen aria-hidden="true" className="size-5" />
            Get the eBook
          </Link>
          <Link to="/audiobook" className={buttonClass("quiet")}>
            <Headphones aria-hidden="true" className="size-5" />
            Listen
          </Link>
          <Link to="/talk" className={buttonClass("quiet")}>
            <MessageCircle aria-hidden="true" className="size-5" />
            Talk about it
            {hasNews && <Dot label="new notes" />}
          </Link>
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
