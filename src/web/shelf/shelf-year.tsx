import { memo, type ReactNode } from "react";
import { Link } from "react-router";

import type { ShelfBook, ShelfYear as Year } from "#contract/shelf.ts";
import { pluralize } from "#web/lib/format/counts.ts";
import { formatMonth, formatShortDay } from "#web/lib/format/dates.ts";
import { BookCover } from "#web/ui/images/book-cover.tsx";

import { Stars } from "./stars.tsx";
import { YearButton } from "./year-button.tsx";

const YEAR =
  "-mx-4 mb-6 px-4 pb-4 [contain-intrinsic-size:auto_140rem] [content-visibility:auto] min-[30rem]:[contain-intrinsic-size:auto_96rem] md:[contain-intrinsic-size:auto_72rem] lg:[contain-intrinsic-size:auto_48rem]";
const HEAD = "mb-4 flex flex-wrap items-center justify-between gap-x-4 border-b border-line pb-2";
const BOOKS =
  "grid grid-cols-2 gap-x-4 gap-y-7 max-[16rem]:grid-cols-1 min-[30rem]:grid-cols-3 sm:gap-x-6 md:grid-cols-4 lg:grid-cols-6";

/** On desktops. */
const FIRST_ROW = 6;

type Props = Year & { isFirst: boolean };

/** Laid out only near the screen, and memoized, because more years are added below. */
export const ShelfYear = memo(function ShelfYear({ year, books, isFirst }: Props) {
  return (
    <section className={YEAR}>
      <div className={HEAD}>
        <h2 className="text-2xl">
          {year} <span className="font-text text-sm font-normal text-ink-soft">{pluralize(books.length, "book")}</span>
        </h2>
        <YearButton year={year} books={books} />
      </div>
      <ul className={BOOKS}>
        {books.map((book, index) => (
          <ShelvedBook key={book.id} book={book} isFirst={isFirst && index < FIRST_ROW} />
        ))}
      </ul>
    </section>
  );
});

/** Where the newest books will be, to the pixel. */
export function YearSkeleton({ covers }: { covers: ReactNode }) {
  return (
    <span className={`block ${YEAR}`}>
      <span className={HEAD}>
        <span className="h-touch" />
      </span>
      <span className={BOOKS}>{covers}</span>
    </span>
  );
}

function ShelvedBook({ book, isFirst }: { book: ShelfBook; isFirst: boolean }) {
  const evening = eveningInWords(book);
  return (
    <li className="min-w-0">
      <Link to={`/shelf/${book.id}`} className="group block rounded-sm">
        <BookCover
          {...book}
          isSmall
          isFirst={isFirst}
          className="w-full transition-transform group-hover:-translate-y-1 motion-reduce:transition-none"
        />
        <span className="mt-2.5 block text-sm leading-snug font-semibold wrap-anywhere group-hover:underline">
          {book.title}
        </span>
        <span className="block text-xs text-ink-soft">{book.author}</span>
      </Link>
      <p className="text-xs text-ink-soft">{formatMonth(book.month).replace(/ \d{4}$/, "")}</p>
      {book.rating && (
        <p className="mt-1">
          <Stars value={book.rating.average} />
        </p>
      )}
      {evening && <p className="mt-1 text-xs text-ink-soft wrap-anywhere">{evening}</p>}
    </li>
  );
}

/** 'Mar 18, Mia's, 9 came, Rioja'; empty before the meeting. */
function eveningInWords({ metOn, evening }: Pick<ShelfBook, "metOn" | "evening">): string {
  if (metOn === null) return "";
  const { place, came, wines } = evening ?? { place: "", came: 0, wines: [] };
  return [formatShortDay(metOn), place, came > 0 && `${came} came`, wines.join(", ")].filter(Boolean).join(", ");
}
