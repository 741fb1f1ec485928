import type { NewNomination, Nomination, NominationPatch, NominationsQuery } from "#contract/nominations.ts";
import type { NominationFields, NominationViewer } from "#db/nominations.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { listTitles, sameBookKey, trimBookFields } from "#server/books/catalog.ts";
import { storeSentCover } from "#server/books/covers.ts";
import { isVisible, lastVisibleMonth, type MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/http/batches.ts";

import { closeDuePoll, closeDuePollBestEffort } from "./close-due-poll.ts";

const NOMINATIONS_MAX = 5;
const MONTH_MAX = "9999-12";

export async function listNominations(deps: Deps, viewer: MemberViewer, page: NominationsQuery): Promise<Nomination[]> {
  closeDuePollBestEffort(deps);
  const nominations = deps.stores.nominations.list(toNominationViewer(deps, viewer), page);
  await yieldToEventLoop(nominations);
  return nominations;
}

/** Members see one that was adopted for a later month as open, except for the month of the vote (BEYOND 13). */
export function toNominationViewer(deps: Deps, { id, isAdmin }: MemberViewer): NominationViewer {
  return { viewerId: id, shownUntil: isAdmin ? MONTH_MAX : lastVisibleMonth(deps) };
}

/** @throws AppError 'conflict' for a sixth one, and for a book in the catalog or among the nominations; 'invalid' */
export async function createNomination(deps: Deps, actor: Actor, nomination: NewNomination): Promise<Nomination> {
  const trimmedFields = trimBookFields({
    isbn: "",
    synopsis: "",
    reason: "",
    pages: null,
    ...nomination,
    coverImage: null,
  });
  const requireAllowed = (author: Author) => {
    if (
      deps.stores.nominations.countWaiting(toNominationViewer(deps, { ...author, isAdmin: false })) >= NOMINATIONS_MAX
    )
      throw new AppError("conflict", `You already have ${NOMINATIONS_MAX} nominations. Delete one to make room.`);
    rejectExisting(deps, author, trimmedFields);
  };
  const coverImage =
    (await storeSentCover(deps, actor, { url: nomination.coverImage, requireValid: requireAllowed })) ?? null;
  return writeAs(deps, actor, (author) => {
    requireAllowed(author);
    const id = deps.stores.nominations.insert(
      { ...trimmedFields, coverImage },
      author.id,
      deps.clock.now().toISOString(),
    );
    return requireNomination(deps, author, id);
  });
}

/** Members change their own, admins any. @throws AppError 'conflict' during its vote */
export async function updateNomination(
  deps: Deps,
  actor: Actor,
  id: number,
  { coverImage: sentCover, ...patch }: NominationPatch,
): Promise<Nomination> {
  const validate = (author: Author) => {
    const previous = requireEditable(deps, author, id);
    const fields = trimBookFields({ ...previous, ...patch });
    rejectExisting(deps, author, fields, previous);
    return { before: previous, fields };
  };
  const { coverImage: oldCover } = writeAs(deps, actor, validate).before;
  const coverImage =
    sentCover === oldCover ? sentCover : await storeSentCover(deps, actor, { url: sentCover, requireValid: validate });
  return writeAs(deps, actor, (author) => {
    const { before, fields } = validate(author);
    deps.stores.nominations.update(id, { ...fields, ...(coverImage !== undefined && { coverImage }) });
    if (!before.mine) recordAuditEvent(deps, author, "nomination-changed", fields.title);
    return requireNomination(deps, author, id);
  });
}

/** Members delete their own, admins any. @throws AppError 'conflict' during its vote */
export function deleteNomination(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    const { title, mine } = requireEditable(deps, author, id);
    deps.stores.nominations.delete(id, deps.clock.now().toISOString());
    if (!mine) recordAuditEvent(deps, author, "nomination-removed", title);
  });
}

function requireNomination(deps: Deps, viewer: Author, id: number): Nomination {
  return requireFound(
    deps.stores.nominations.find(id, toNominationViewer(deps, viewer)),
    "There is no such nomination. It may have been deleted.",
  );
}

function requireEditable(deps: Deps, author: Author, id: number): Nomination {
  closeDuePoll(deps);
  const nomination = requireNomination(deps, author, id);
  if (!nomination.mine && !author.isAdmin)
    throw new AppError("forbidden", "You can only edit and delete your own nominations.");
  if (nomination.state === "on-ballot")
    throw new AppError("conflict", "Close the vote first: this book is on the ballot.");
  return nomination;
}

function rejectExisting(deps: Deps, author: Author, book: NominationFields, previous?: Nomination): void {
  const { stores } = deps;
  const key = sameBookKey(book);
  if (previous && sameBookKey(previous) === key) return;
  const duplicate = stores.nominations
    .list(toNominationViewer(deps, author))
    .find((other) => other.id !== previous?.id && sameBookKey(other) === key);
  if (duplicate) throw new AppError("conflict", `“${duplicate.title}” is already nominated.`);
  const catalogBook = listTitles(deps).find((other) => sameBookKey(other) === key);
  if (!catalogBook) return;
  throw new AppError(
    "conflict",
    isVisible(deps, author, catalogBook)
      ? `The club has already read “${catalogBook.title}”.`
      : "The club already has plans for this book.",
  );
}
