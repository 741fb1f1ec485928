import type { NewWine, Wine, WinePatch } from "#contract/wines.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { recordAct } from "#server/audit/audit.ts";
import { findShelved } from "#server/books/shelved.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Newest first: up to `limit` older than the id `before`, of one book if given. */
export function listWines(deps: Deps, viewerId: number, page: Parameters<Deps["stores"]["wines"]["list"]>[1]): Wine[] {
  return deps.stores.wines.list(viewerId, page);
}

/** BEYOND 4. @throws AppError 'invalid' for a book that isn't on the shelf */
export function addWine(deps: Deps, { name, kind, note = "", bookId = null }: NewWine, by: Actor): Wine {
  return writeAs(deps, by, (author) => {
    requireBook(deps, bookId);
    const fields = { name: name.trim(), kind, note: note.trim(), bookId };
    const id = deps.stores.wines.insert(fields, author.id, deps.clock.now().toISOString());
    return requireWine(deps, id, author);
  });
}

/** Their own, or any for admins. @throws AppError 'not-found'; 'forbidden'; 'invalid' as `addWine` */
export function changeWine(deps: Deps, id: number, patch: WinePatch, by: Actor): Wine {
  return writeAs(deps, by, (author) => {
    const wine = requireEditable(deps, id, author);
    if (patch.bookId !== undefined) requireBook(deps, patch.bookId);
    const { name, kind, note, bookId } = { ...wine, ...patch };
    deps.stores.wines.update(id, { name: name.trim(), kind, note: note.trim(), bookId });
    if (!wine.mine) recordAct(deps, author, "wine-changed", name.trim());
    return requireWine(deps, id, author);
  });
}

/** Their own, or any for admins. @throws AppError 'not-found'; 'forbidden' */
export function removeWine(deps: Deps, id: number, by: Actor): void {
  writeAs(deps, by, (author) => {
    const { name, mine } = requireEditable(deps, id, author);
    deps.stores.wines.remove(id);
    if (!mine) recordAct(deps, author, "wine-removed", name);
  });
}

/** Idempotent. @throws AppError 'not-found' */
export function likeWine(deps: Deps, id: number, likes: boolean, by: Actor): Wine {
  return writeAs(deps, by, (author) => {
    requireWine(deps, id, author);
    if (likes) deps.stores.wines.like(id, author.id);
    else deps.stores.wines.unlike(id, author.id);
    return requireWine(deps, id, author);
  });
}

function requireWine({ stores }: Deps, id: number, viewer: Author): Wine {
  const wine = stores.wines.find(id, viewer.id);
  if (!wine) throw new AppError("not-found", "There is no such wine. It may have been deleted.");
  return wine;
}

function requireEditable(deps: Deps, id: number, author: Author): Wine {
  const wine = requireWine(deps, id, author);
  if (!wine.mine && !author.isAdmin) throw new AppError("forbidden", "You can only edit and delete your own wines.");
  return wine;
}

function requireBook(deps: Deps, id: number | null): void {
  if (id === null || findShelved(deps, id)) return;
  const message = "There is no such book on the shelf";
  throw new AppError("invalid", message, { errors: [{ path: "/bookId", message }] });
}
