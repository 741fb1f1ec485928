import type { Anchor, BookTimeline, NewAnchor } from "#contract/book-progress.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { mapFraction, mapSeconds } from "#server/books/editions/edition.ts";
import { findBook, type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";

import { requireBothFiles } from "./chapters.ts";
import { openBook } from "./loaded-book.ts";

/** Per member and book; the oldest is deleted first. */
export const ANCHORS_MAX = 50;

export async function readTimeline(deps: Deps, user: MemberViewer, bookId: number): Promise<BookTimeline> {
  const { timeline } = await openBook(deps, user, bookId);
  return { timeline: timeline ?? [], agreed: 0 };
}

/** Saves a member's "I'm here" (BEYOND 5). @throws AppError not-found, invalid */
export function setAnchor(deps: Deps, actor: Actor, bookId: number, anchor: NewAnchor): Anchor {
  return writeAs(deps, actor, (author) => {
    const book = requireBook(deps, author, bookId);
    const { audiobook, files } = requireBothFiles(deps, book);
    const { position: seconds } = mapSeconds(deps, book, anchor.edition, anchor.seconds);
    const { position: positionFraction } = mapFraction(deps, book, anchor.edition, anchor.fraction);
    if (seconds > audiobook.seconds) throw fieldError("/seconds", "The audiobook is shorter than that.");
    const madeAt = deps.clock.now().toISOString();
    const id = deps.stores.anchors.insert(
      { userId: author.id, ...files, seconds, fraction: positionFraction, madeAt },
      ANCHORS_MAX,
    );
    return { id, seconds, fraction: positionFraction };
  });
}

export function deleteAnchor(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    const bookId = deps.stores.anchors.delete(author.id, id);
    if (bookId === null || !findBook(deps, author, bookId))
      throw new AppError("not-found", "You haven't said that you're here.");
  });
}
