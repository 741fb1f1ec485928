import { trimText } from "#contract/text-length.ts";
import { WINE_LIMIT } from "#contract/wines.ts";
import type { NewWine, Wine, WinePatch } from "#contract/wines.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { countUse } from "#server/access/limits.ts";
import { sendOnce } from "#server/access/send-once.ts";
import { recordActivity } from "#server/audit/audit.ts";
import { findBook, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Newest first: up to `limit` older than the id `before`, of one book if given. @throws AppError 'not-found' */
export function listWines(deps: Deps, viewer: Viewer, page: Parameters<Deps["stores"]["wines"]["list"]>[1]): Wine[] {
  if (page.bookId !== undefined) requireBook(deps, viewer, page.bookId);
  return deps.stores.wines.list(viewer.id, page).map((wine) => shown(deps, viewer, wine));
}

/**
 * BEYOND 4. @returns null when it was sent before and deleted since
 * @throws AppError 'not-found' for an unknown book; 'too-many'
 */
export function addWine(deps: Deps, { sendKey, ...wine }: NewWine, by: Actor): Wine | null {
  return writeAs(deps, by, (author) => {
    const userId = author.id;
    const show = (id: number) => showWine(deps, id, author);
    const make = () => {
      const { name, kind, note = "", bookId = null } = wine;
      if (bookId !== null) requireBook(deps, author, bookId);
      countUse(deps, author, WINE_LIMIT);
      const fields = { name: trimText(name), kind, note: trimText(note), bookId };
      return show(deps.stores.wines.insert(fields, { userId, now: deps.clock.now().toISOString(), sendKey }));
    };
    return sendOnce(deps, { noun: "wines", userId, sendKey }, { again: show, make });
  });
}

/** Their own, or any for admins. @throws AppError 'not-found', also for the book; 'forbidden' */
export function changeWine(deps: Deps, id: number, patch: WinePatch, by: Actor): Wine {
  return writeAs(deps, by, (author) => {
    const wine = requireEditable(deps, id, author);
    if (patch.bookId) requireBook(deps, author, patch.bookId);
    const { name, kind, note, bookId } = { ...wine, ...patch };
    deps.stores.wines.update(id, { name: trimText(name), kind, note: trimText(note), bookId });
    if (!wine.mine) recordActivity(deps, author, "wine-changed", trimText(name));
    return showWine(deps, id, author);
  });
}

/** Their own, or any for admins. @throws AppError 'not-found'; 'forbidden' */
export function removeWine(deps: Deps, id: number, by: Actor): void {
  writeAs(deps, by, (author) => {
    const { name, mine } = requireEditable(deps, id, author);
    deps.stores.wines.remove(id);
    if (!mine) recordActivity(deps, author, "wine-removed", name);
  });
}

/** Idempotent. @throws AppError 'not-found' */
export function likeWine(deps: Deps, id: number, likes: boolean, by: Actor): Wine {
  return writeAs(deps, by, (author) => {
    requireWine(deps, id, author);
    if (likes) deps.stores.wines.like(id, author.id);
    else deps.stores.wines.unlike(id, author.id);
    return showWine(deps, id, author);
  });
}

type Viewer = Pick<Author, "id" | "isAdmin">;

function requireWine(deps: Deps, id: number, viewer: Viewer): Wine {
  const wine = deps.stores.wines.find(id, viewer.id);
  if (!wine) throw new AppError("not-found", "There is no such wine. It may have been deleted.");
  return wine;
}

function showWine(deps: Deps, id: number, viewer: Viewer): Wine {
  return shown(deps, viewer, requireWine(deps, id, viewer));
}

/** Leaves out the book while it's one of a coming month. */
function shown(deps: Deps, viewer: Viewer, wine: Wine): Wine {
  return wine.bookId === null || findBook(deps, viewer, wine.bookId) ? wine : { ...wine, bookId: null };
}

function requireEditable(deps: Deps, id: number, author: Author): Wine {
  const wine = requireWine(deps, id, author);
  if (!wine.mine && !author.isAdmin) throw new AppError("forbidden", "You can only edit and delete your own wines.");
  return wine;
}
