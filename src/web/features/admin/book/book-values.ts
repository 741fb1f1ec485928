import { formatInTimeZone } from "date-fns-tz";

import type { Book, BookTitle } from "#contract/books.ts";
import { monthAfter } from "#contract/month.ts";

export type BookValues = {
  title: string;
  author: string;
  month: string;
  isbn: string;
  synopsis: string;
  audiobookNarrator: string;
  audiobookDuration: string;
  coverImage: string | null;
};

export function valuesOf({
  title,
  author,
  month,
  isbn,
  synopsis,
  audiobookNarrator,
  audiobookDuration,
  coverImage,
}: Book): BookValues {
  return { title, author, month, isbn, synopsis, audiobookNarrator, audiobookDuration, coverImage };
}

/** For the first month from now without a book. */
export function newBookValues(titles: readonly BookTitle[], timeZone: string, now = new Date()): BookValues {
  const taken = new Set(titles.map(({ month }) => month));
  let month = formatInTimeZone(now, timeZone, "yyyy-MM");
  while (taken.has(month)) month = monthAfter(month, 1);
  return {
    title: "",
    author: "",
    month,
    isbn: "",
    synopsis: "",
    audiobookNarrator: "",
    audiobookDuration: "",
    coverImage: null,
  };
}
