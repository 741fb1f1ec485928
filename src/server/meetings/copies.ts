import type { Copies, CopyKind } from "#contract/shelf.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { findLastMeeting } from "./current-meeting.ts";
import { isMeetingOver } from "./meeting-times.ts";

/** Empty once the book's meeting is over (BEYOND 10). @throws AppError 'not-found' */
export function getCopies(deps: Deps, viewer: MemberViewer, bookId: number): Copies {
  requireBook(deps, viewer, bookId);
  const rows = isBookMeetingOver(deps, bookId) ? [] : deps.stores.copies.list(bookId);
  const listAuthors = (kind: CopyKind) => rows.filter((row) => row.kind === kind).map(({ user }) => user);
  return {
    lend: listAuthors("lend"),
    borrow: listAuthors("borrow"),
    mine: rows.find(({ user }) => user.id === viewer.id)?.kind ?? null,
  };
}

export function setCopyStatus(deps: Deps, actor: Actor, bookId: number, kind: CopyKind): Copies {
  return writeAs(deps, actor, (author) => {
    requireBook(deps, author, bookId);
    if (isBookMeetingOver(deps, bookId)) throw new AppError("conflict", "The meeting about this book is over.");
    deps.stores.copies.save(bookId, author.id, kind, deps.clock.now().toISOString());
    return getCopies(deps, author, bookId);
  });
}

export function clearCopyStatus(deps: Deps, actor: Actor, bookId: number): Copies {
  return writeAs(deps, actor, (author) => {
    requireBook(deps, author, bookId);
    deps.stores.copies.delete(bookId, author.id);
    return getCopies(deps, author, bookId);
  });
}

function isBookMeetingOver(deps: Deps, bookId: number): boolean {
  const meeting = findLastMeeting(deps, bookId);
  return meeting !== null && isMeetingOver(deps, meeting);
}
