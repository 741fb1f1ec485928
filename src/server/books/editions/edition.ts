import type { Book } from "#contract/books.ts";
import type { OfEdition } from "#contract/progress.ts";
import type { BookFileKind } from "#db/books.ts";
import { REPLACEMENTS_MAX } from "#db/editions.ts";
import type { Deps } from "#server/deps.ts";

import { type Crosswalk, follow } from "./crosswalk.ts";

/** Where there is no such file. */
export const NONE = "-";
const HASH_LENGTH = 16;

/**
 * A place in a call, as one in the edition that the book has now; `isOld` when it was read in another, `isKnown` in one
 * that the book had.
 */
export type InEdition = { place: number; isOld: boolean; isKnown: boolean };

/** Of one file, by its bytes. */
export function editionOfFile(sha256: string): string {
  return sha256.slice(0, HASH_LENGTH);
}

/** Which files a book has, for who reads it; null without any. */
export function editionOf(deps: Deps, { id }: Pick<Book, "id">): string | null {
  const [text, sound] = (["ebook", "audiobook"] as const).map((kind) => deps.stores.books.findFile(id, kind));
  if (!text && !sound) return null;
  return [text, sound].map((file) => (file ? editionOfFile(file.sha256) : NONE)).join(".");
}

/** A share of the text that was read in `edition`; without one, in the current one. */
export function shareInEdition(deps: Deps, book: Pick<Book, "id">, edition: OfEdition, share: number): InEdition {
  return inEdition(deps, { bookId: book.id, kind: "ebook" }, edition, share);
}

/** Whole seconds that were heard in `edition`. */
export function secondsInEdition(deps: Deps, { id }: Pick<Book, "id">, edition: OfEdition, seconds: number): InEdition {
  const found = inEdition(deps, { bookId: id, kind: "audiobook" }, edition, seconds);
  return { ...found, place: wholeSeconds(found.place) };
}

/** Deletes editions that no place is followed from. */
export function sweepEditions({ stores }: Deps): void {
  stores.editions.removeUnreachable();
}

export function wholeSeconds(seconds: number): number {
  // a chapter's start is the sum of fractions
  return Math.floor(seconds + 1e-6);
}

type OfKind = { bookId: number; kind: BookFileKind };

function inEdition(deps: Deps, of: OfKind, edition: OfEdition, read: number): InEdition {
  if (edition == null) return { place: read, isOld: false, isKnown: true };
  const [text = NONE, sound = NONE] = edition.split(".");
  const { editions, books } = deps.stores;
  const file = books.findFile(of.bookId, of.kind);
  const now = file ? editionOfFile(file.sha256) : (editions.findLast(of)?.edition ?? NONE);
  let own = of.kind === "ebook" ? text : sound;
  if (own === now) return { place: read, isOld: false, isKnown: true };
  let place = read;
  for (let step = 0; own !== now && step < REPLACEMENTS_MAX; step += 1) {
    const row = editions.find(of, own);
    if (!row?.next) break;
    place = follow(JSON.parse(row.known) as Crosswalk, place);
    own = row.next;
  }
  return { place, isOld: true, isKnown: own === now };
}
