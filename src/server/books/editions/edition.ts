import type { Book } from "#contract/books.ts";
import type { PositionEdition } from "#contract/progress.ts";
import type { BookFileKind } from "#db/books.ts";
import { REPLACEMENTS_MAX } from "#db/editions.ts";
import type { Deps } from "#server/deps.ts";

import { type Crosswalk, mapMoved, mapPosition, type MovedPassage } from "./crosswalk.ts";

export const NO_EDITION = "-";
const HASH_LENGTH = 16;

/**
 * `position` is in the current edition, between its former neighbors, and `ownPosition` where the text itself is now.
 * `isExistingEdition` is false if the book never had the request's edition.
 */
type EditionPosition = ReturnType<typeof mapToCurrentEdition>;

export function editionOfFile(sha256: string): string {
  return sha256.slice(0, HASH_LENGTH);
}

export function findEdition(deps: Deps, { id }: Pick<Book, "id">): string | null {
  const [text, audio] = (["ebook", "audiobook"] as const).map((kind) => deps.stores.books.findFile(id, kind));
  if (!text && !audio) return null;
  return [text, audio].map((file) => (file ? editionOfFile(file.sha256) : NO_EDITION)).join(".");
}

export function mapFraction(
  deps: Deps,
  book: Pick<Book, "id">,
  edition: PositionEdition,
  fraction: number,
): EditionPosition {
  return mapToCurrentEdition(deps, { bookId: book.id, kind: "ebook" }, edition, fraction);
}

export function mapSeconds(
  deps: Deps,
  { id }: Pick<Book, "id">,
  edition: PositionEdition,
  seconds: number,
): EditionPosition {
  const result = mapToCurrentEdition(deps, { bookId: id, kind: "audiobook" }, edition, seconds);
  return { ...result, position: toWholeSeconds(result.position), ownPosition: toWholeSeconds(result.ownPosition) };
}

export function deleteUnreachableEditions({ stores }: Deps): void {
  stores.editions.deleteUnreachable();
}

export function toWholeSeconds(seconds: number): number {
  // a chapter's start is a sum of fractions
  return Math.floor(seconds + 1e-6);
}

type BookFileKey = { bookId: number; kind: BookFileKind };

function mapToCurrentEdition(deps: Deps, bookFile: BookFileKey, edition: PositionEdition, sentPosition: number) {
  const unchangedPosition = {
    position: sentPosition,
    ownPosition: sentPosition,
    isOtherEdition: false,
    isExistingEdition: true,
  };
  if (edition == null) return unchangedPosition;
  const [text = NO_EDITION, audio = NO_EDITION] = edition.split(".");
  const { editions, books } = deps.stores;
  const file = books.findFile(bookFile.bookId, bookFile.kind);
  const now = file ? editionOfFile(file.sha256) : (editions.findLast(bookFile)?.edition ?? NO_EDITION);
  let reachedEdition = bookFile.kind === "ebook" ? text : audio;
  if (reachedEdition === now) return unchangedPosition;
  let [position, ownPosition] = [sentPosition, sentPosition];
  for (let step = 0; reachedEdition !== now && step < REPLACEMENTS_MAX; step += 1) {
    const row = editions.find(bookFile, reachedEdition);
    if (!row?.next) break;
    const crosswalk = JSON.parse(row.known) as Crosswalk;
    position = mapPosition(crosswalk, position);
    ownPosition = mapMoved(JSON.parse(row.moved) as MovedPassage[], ownPosition) ?? mapPosition(crosswalk, ownPosition);
    reachedEdition = row.next;
  }
  return { position, ownPosition, isOtherEdition: true, isExistingEdition: reachedEdition === now };
}
