import { pluralize } from "#contract/counts.ts";
import type { ShelfBook, ShelfYear as Year } from "#contract/shelf.ts";
import { formatMonth, formatShortDay } from "#web/lib/format/dates.ts";
import { formatPlace } from "#web/lib/format/format-meeting.ts";
import { BookCover } from "#web/ui/images/book-cover.tsx";
import { FoldableSection } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { Stars } from "./stars.tsx";
import { YearButton } from "./year-button.tsx";

export const BOOKS_CLASS =
  "grid grid-cols-2 gap-x-4 gap-y-7 max-[16rem]:grid-cols-1 min-[30rem]:grid-cols-3 sm:gap-x-6 md:grid-cols-4 lg:grid-cols-6";

/** Books in the first row on desktops. */
const FIRST_ROW_BOOKS = 6;

type Props = Year & { isFirst: boolean; isOpen: boolean; onToggle: (isOpen: boolean) => void };

/** Books of a folded year aren't rendered. */
export function ShelfYear({ year, books, isFirst, isOpen, onToggle }: Props) {
  const title = (
    <>
      {year} <span className="font-text text-sm font-normal text-ink-soft">{pluralize(books.length, "book")}</span>
    </>
  );
  return (
    <FoldableSection title={title} isOpen={isOpen} onToggle={onToggle}>
      {isOpen && (
        <div className="pt-4 pb-6">
          <ShelvedBooks books={books} isFirst={isFirst} />
          <p className="mt-3 text-right">
            <YearButton year={year} books={books} />
          </p>
        </div>
      )}
    </FoldableSection>
  );
}

type BooksProps = { books: readonly ShelfBook[]; isFirst?: boolean; isYearShown?: boolean };

export const ShelvedBooks = ({ books, isFirst = false, isYearShown = false }: BooksProps) => (
  <ul className={BOOKS_CLASS}>
    {books.map((book, index) => (
      <li key={book.id} className="min-w-0">
        <Link to={`/shelf/${book.id}`} className="group block rounded-sm">
          <BookCover
            {...book}
            isSmall
            isFirst={isFirst && index < FIRST_ROW_BOOKS}
            className="w-full transition-transform group-hover:-translate-y-1 motion-reduce:transition-none"
          />
          <span className="mt-2.5 block text-sm leading-snug font-semibold wrap-anywhere group-hover:underline">
            {book.title}
          </span>
          <span className="block text-xs text-ink-soft">{book.author}</span>
        </Link>
        <p className="text-xs text-ink-soft">
          {isYearShown ? formatMonth(book.month) : formatMonth(book.month).replace(/ \d{4}$/, "")}
        </p>
        {book.rating && (
          <p className="mt-1">
            <Stars value={book.rating.average} />
          </p>
        )}
        <p className="mt-1 text-xs text-ink-soft wrap-anywhere empty:hidden">{formatEvening(book)}</p>
      </li>
    ))}
  </ul>
);

/** 'Mar 18, Mia's, 9 came, Rioja'; empty before the meeting. */
function formatEvening({ metOn, evening }: Pick<ShelfBook, "metOn" | "evening">): string {
  if (metOn === null) return "";
  const { place, came, wines } = evening ?? { place: "", came: 0, wines: [] };
  return [formatShortDay(metOn), formatPlace(place), came > 0 && `${came} came`, wines.join(", ")]
    .filter(Boolean)
    .join(", ");
}
