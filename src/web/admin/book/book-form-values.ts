import type { FoundMetadata } from "#contract/book-files.ts";
import type { Book, BookTitle } from "#contract/books.ts";
import { localTime } from "#contract/zoned-time.ts";
import { findFreeMonths } from "#web/lib/format/club-time.ts";
import type { useForm } from "#web/ui/forms/use-form.ts";

const EMPTY_VALUES = { title: "", author: "", isbn: "", synopsis: "", audiobookNarrator: "", audiobookDuration: "" };

export type BookValues = Pick<Book, keyof typeof EMPTY_VALUES | "month" | "coverImage">;

/** The book's form, which its components share. */
export type BookDraft = ReturnType<typeof useForm<BookValues>>;

export function valuesOf(book: Book): BookValues {
  const { title, author, month, isbn, synopsis, audiobookNarrator, audiobookDuration, coverImage } = book;
  return { title, author, month, isbn, synopsis, audiobookNarrator, audiobookDuration, coverImage };
}

/** Values for the first month from now without a book. */
export function newBookValues(titles: readonly BookTitle[], timeZone: string, now = new Date()): BookValues {
  const thisMonth = localTime(now, timeZone).slice(0, 7);
  const [month = thisMonth] = findFreeMonths(thisMonth, titles, 1);
  return { ...EMPTY_VALUES, month, coverImage: null };
}

/** Removes empty values, which would clear fields. */
export function withoutEmpty(values: Partial<BookValues>): Partial<BookValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

/** What a file says about its book. */
export const valuesFromMetadata = ({ title, author, narrator, duration, cover }: FoundMetadata): Partial<BookValues> =>
  withoutEmpty({ audiobookNarrator: narrator, audiobookDuration: duration, title, author, coverImage: cover });
