import type { Book, BookPatch } from "#contract/books.ts";
import type { FoundMetadata } from "#contract/uploads.ts";

import type { BookFileKind } from "./kinds.ts";

export type Difference = {
  field: "title" | "author" | "audiobookNarrator" | "audiobookDuration" | "coverImage";
  name: string;
  found: string;
  now: string;
};

/** Fields where the file has a value the book lacks or contradicts. */
export function diffFoundMetadata(book: Book, kind: BookFileKind, offer: FoundMetadata): Difference[] {
  const audio: Difference[] = [
    { field: "audiobookNarrator", name: "narrator", found: offer.narrator, now: book.audiobookNarrator },
    { field: "audiobookDuration", name: "length", found: offer.duration, now: book.audiobookDuration },
  ];
  const common: Difference[] = [
    { field: "title", name: "title", found: offer.title, now: book.title },
    { field: "author", name: "author", found: offer.author, now: book.author },
    { field: "coverImage", name: "cover", found: offer.cover ?? "", now: book.coverImage ?? "" },
  ];
  return [...(kind === "audiobook" ? audio : []), ...common].filter(
    ({ found, now }) => found.trim() !== "" && found.trim() !== now,
  );
}

export function toPatch(chosen: readonly Difference[]): BookPatch {
  return Object.fromEntries(chosen.map(({ field, found }) => [field, found.trim()]));
}
