import { plainIsbn } from "#contract/isbn.ts";
import type { NewNomination, Nomination, NominationPatch, NominationsQuery } from "#contract/nominations.ts";
import { trimText } from "#contract/text-length.ts";
import type { NominationFields, NominationViewer } from "#db/nominations.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { listTitles, sameBookKey } from "#server/books/catalog.ts";
import { storeSentCover } from "#server/books/covers.ts";
import { isVisible, lastVisibleMonth, type MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { yieldToEventLoop } from "#server/http/json-response.ts";

import { closeDuePoll, closeDuePollBestEffort } from "./closing.ts";

const NOMINATIONS_MAX = 5;
const EVERY_MONTH = "9999-12";

/** Newest first, including chosen ones. */
export async function listNominations(deps: Deps, viewer: MemberViewer, page: NominationsQuery): Promise<Nomination[]> {
  closeDuePollBestEffort(deps);
  const nominations = deps.stores.nominations.list(nominationViewer(deps, viewer), page);
  await yieldToEventLoop(nominations);
  return nominations;
}

/** Members see a nomination chosen for a coming month as open, except for the month that was voted on (BEYOND 13). */
export function nominationViewer(deps: Deps, { id, isAdmin }: MemberViewer): NominationViewer {
  return { viewerId: id, shownUntil: isAdmin ? EVERY_MONTH : lastVisibleMonth(deps) };
}

/** BEYOND 4. @throws AppError 'conflict' for a sixth one, and for a known or nominated book; 'invalid' */
export async function nominate(deps: Deps, actor: Actor, sent: NewNomination): Promise<Nomination> {
  const fields = trimmed({ isbn: "", synopsis: "", reason: "", pages: null, ...sent, coverImage: null });
  const check = (author: Author) => {
    if (deps.stores.nominations.countWaiting(nominationViewer(deps, { ...author, isAdmin: false })) >= NOMINATIONS_MAX)
      throw new AppError("conflict", `You already have ${NOMINATIONS_MAX} nominations. Delete one to make room.`);
    refuseKnown(deps, author, fields);
  };
  const coverImage = (await storeSentCover(deps, actor, { url: sent.coverImage, requireValid: check })) ?? null;
  return writeAs(deps, actor, (author) => {
    check(author);
    const id = deps.stores.nominations.insert({ ...fields, coverImage }, author.id, deps.clock.now().toISOString());
    return requireNomination(deps, author, id);
  });
}

/** Their own, or any for admins. @throws AppError 'not-found'; 'forbidden'; 'conflict' on an open ballot; 'invalid' */
export async function changeNomination(
  deps: Deps,
  actor: Actor,
  id: number,
  { coverImage: sentCover, ...patch }: NominationPatch,
): Promise<Nomination> {
  const check = (author: Author) => {
    const before = requireEditable(deps, author, id);
    const fields = trimmed({ ...before, ...patch });
    refuseKnown(deps, author, fields, before);
    return { before, fields };
  };
  const { coverImage: former } = writeAs(deps, actor, check).before;
  const coverImage =
    sentCover === former ? sentCover : await storeSentCover(deps, actor, { url: sentCover, requireValid: check });
  return writeAs(deps, actor, (author) => {
    const { before, fields } = check(author);
    deps.stores.nominations.update(id, { ...fields, ...(coverImage !== undefined && { coverImage }) });
    if (!before.mine) recordAuditEvent(deps, author, "nomination-changed", fields.title);
    return requireNomination(deps, author, id);
  });
}

/** Their own, or any for admins. @throws AppError 'not-found'; 'forbidden'; 'conflict' on an open ballot */
export function removeNomination(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    const { title, mine } = requireEditable(deps, author, id);
    deps.stores.nominations.remove(id, deps.clock.now().toISOString());
    if (!mine) recordAuditEvent(deps, author, "nomination-removed", title);
  });
}

function requireNomination(deps: Deps, viewer: Author, id: number): Nomination {
  const nomination = deps.stores.nominations.find(id, nominationViewer(deps, viewer));
  if (!nomination) throw new AppError("not-found", "There is no such nomination. It may have been deleted.");
  return nomination;
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

function refuseKnown(deps: Deps, author: Author, book: NominationFields, self?: Nomination): void {
  const { stores } = deps;
  const key = sameBookKey(book);
  if (self && sameBookKey(self) === key) return;
  const nominated = stores.nominations
    .list(nominationViewer(deps, author))
    .find((other) => other.id !== self?.id && sameBookKey(other) === key);
  if (nominated) throw new AppError("conflict", `“${nominated.title}” is already nominated.`);
  const known = listTitles(deps).find((other) => sameBookKey(other) === key);
  if (!known) return;
  throw new AppError(
    "conflict",
    isVisible(deps, author, known)
      ? `The club has already read “${known.title}”.`
      : "The club already has plans for this book.",
  );
}

/** Only these fields, whatever else a nomination has. */
function trimmed(fields: NominationFields): NominationFields {
  const { title, author, isbn, synopsis, coverImage, reason, pages } = fields;
  return {
    title: trimText(title),
    author: trimText(author),
    isbn: plainIsbn(isbn) ?? isbn,
    synopsis: trimText(synopsis),
    coverImage,
    reason: trimText(reason),
    pages,
  };
}
