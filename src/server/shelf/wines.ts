import { trimText } from "#contract/text-length.ts";
import { type NewWine, type Wine, WINE_LIMIT, type WinePatch } from "#contract/wines.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { createOnce } from "#server/access/idempotency.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { findBook, type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";

/** Newest first: up to `limit` older than the id `before`, of one book if given. @throws AppError 'not-found' */
export function listWines(
  deps: Deps,
  viewer: MemberViewer,
  page: Parameters<Deps["stores"]["wines"]["list"]>[1],
): Wine[] {
  if (page.bookId !== undefined) requireBook(deps, viewer, page.bookId);
  return deps.stores.wines.list(viewer.id, page).map((wine) => withoutHiddenBook(deps, viewer, wine));
}

/** @returns null when it was sent before and deleted since @throws AppError 'not-found'; 'too-many' */
export function createWine(deps: Deps, actor: Actor, { sendKey, ...wine }: NewWine): Wine | null {
  return writeAs(deps, actor, (author) => {
    const userId = author.id;
    const read = (id: number) => serializeWine(deps, author, id);
    const insertWine = () => {
      const { name, kind, note = "", bookId = null } = wine;
      if (bookId !== null) requireBook(deps, author, bookId);
      consumeLimit(deps, author, WINE_LIMIT);
      const fields = { name: trimText(name), kind, note: trimText(note), bookId };
      return read(deps.stores.wines.insert(fields, { userId, now: deps.clock.now().toISOString(), sendKey }));
    };
    return createOnce(deps, { table: "wines", userId, sendKey }, { read, create: insertWine });
  });
}

/** Members change their own, admins any. @throws AppError 'not-found', also for the book; 'forbidden' */
export function updateWine(deps: Deps, actor: Actor, id: number, patch: WinePatch): Wine {
  return writeAs(deps, actor, (author) => {
    const wine = requireEditable(deps, author, id);
    if (patch.bookId) requireBook(deps, author, patch.bookId);
    const { name, kind, note, bookId } = { ...wine, ...patch };
    deps.stores.wines.update(id, { name: trimText(name), kind, note: trimText(note), bookId });
    if (!wine.mine) recordAuditEvent(deps, author, "wine-changed", trimText(name));
    return serializeWine(deps, author, id);
  });
}

/** Members delete their own, admins any. @throws AppError 'not-found'; 'forbidden' */
export function deleteWine(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    const { name, mine } = requireEditable(deps, author, id);
    deps.stores.wines.delete(id);
    if (!mine) recordAuditEvent(deps, author, "wine-removed", name);
  });
}

export function likeWine(deps: Deps, actor: Actor, id: number, isLiked: boolean): Wine {
  return writeAs(deps, actor, (author) => {
    requireWine(deps, author, id);
    if (isLiked) deps.stores.wines.like(id, author.id);
    else deps.stores.wines.unlike(id, author.id);
    return serializeWine(deps, author, id);
  });
}

function requireWine(deps: Deps, viewer: MemberViewer, id: number): Wine {
  return requireFound(deps.stores.wines.find(id, viewer.id), "There is no such wine. It may have been deleted.");
}

function serializeWine(deps: Deps, viewer: MemberViewer, id: number): Wine {
  return withoutHiddenBook(deps, viewer, requireWine(deps, viewer, id));
}

function withoutHiddenBook(deps: Deps, viewer: MemberViewer, wine: Wine): Wine {
  return wine.bookId === null || findBook(deps, viewer, wine.bookId) ? wine : { ...wine, bookId: null };
}

function requireEditable(deps: Deps, author: Author, id: number): Wine {
  const wine = requireWine(deps, author, id);
  if (!wine.mine && !author.isAdmin) throw new AppError("forbidden", "You can only edit and delete your own wines.");
  return wine;
}
