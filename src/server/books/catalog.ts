import type { Book, BookTitle, NewBook } from "#contract/books.ts";
import { normalizeIsbn } from "#contract/isbn.ts";
import { normalizeText } from "#contract/normalize-text.ts";
import { trimTexts } from "#contract/text-length.ts";
import type { Deps } from "#server/deps.ts";

/** Includes later months, which members may not see: only for comparisons. */
export function listTitles({ stores }: Deps): BookTitle[] {
  return stores.books.listTitles();
}

export function findBookOfMonth({ stores }: Deps, month: string): Book | null {
  return stores.books.findOfMonth(month);
}

export function findSameBook({ stores }: Deps, book: Pick<Book, "title" | "author" | "month">): Book | null {
  return stores.books.findSame(book)[0] ?? null;
}

export function findOldestMonth({ stores }: Deps): string | null {
  return stores.books.findOldestMonth();
}

/** Call this and the functions below in a transaction. */
export function addBook({ stores, clock }: Deps, book: NewBook): Book {
  return stores.books.insert(book, clock.now().toISOString());
}

export function deleteFromCatalog({ stores }: Deps, id: number): void {
  stores.books.delete(id);
}

export function saveCover({ stores }: Deps, id: number, url: string): { book: Book; before: string | null } | null {
  const coverBefore = stores.books.find(id)?.coverImage ?? null;
  const book = stores.books.update(id, { coverImage: url });
  return book && { book, before: coverBefore };
}

export function sameBookKey({ title, author }: { title: string; author: string }): string {
  return [title, author].map((text) => normalizeText(text, "NFKC").toLowerCase().replaceAll(/\s+/g, "")).join("\n");
}

export function trimBookFields<Fields extends { isbn?: string }>(fields: Fields): Fields {
  const trimmed = trimTexts(fields);
  return trimmed.isbn === undefined ? trimmed : { ...trimmed, isbn: normalizeIsbn(trimmed.isbn) ?? trimmed.isbn };
}
