import { type Book, BOOK_TEXT_FIELDS, type BookChange, type BookPatch, type NewBook } from "#contract/books.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { BOOK_NOT_FOUND } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, assertNotStale, requireFound } from "#server/errors.ts";

import { trimBookFields } from "./catalog.ts";
import { storeSentCover } from "./covers.ts";
import {
  type EditionChange,
  prepareEdition,
  preserveListenedFractions,
  type ReadListening,
} from "./editions/replace-edition.ts";
import { requireBook } from "./visible-books.ts";

const FILE_REPLACED_MESSAGE = "Somebody has just uploaded another file. Reload the page.";

/** Returns the existing book for a repeated request. @throws AppError 'invalid' for an unknown cover */
export async function createBook(deps: Deps, actor: Actor, newBook: NewBook): Promise<Book> {
  const coverImage = await storeSentCover(deps, actor, { url: newBook.coverImage, requireValid: () => {} });
  return writeAs(deps, actor, (author) => {
    const book = { ...trimBookFields(newBook), coverImage: coverImage ?? null };
    const existingBook = deps.stores.books.findSame(book).find((existing) => hasSameFields(existing, book));
    if (existingBook) return existingBook;
    const createdBook = deps.stores.books.insert(book, deps.clock.now().toISOString());
    recordAuditEvent(deps, author, "book-created", createdBook.title);
    return createdBook;
  });
}

/** `null` detaches a file. @throws AppError 'not-found'; 'invalid'; 'conflict' if a field isn't as it `was` */
export async function updateBook(
  deps: Deps,
  actor: Actor,
  id: number,
  { was, readListening, ...sent }: BookChange & { readListening: ReadListening },
): Promise<Book> {
  const check = (author: Author) =>
    assertNotStale<EditedFields>(requireBook(deps, author, id), trimBookFields(sent), was);
  const isSameCover = sent.coverImage === requireBook(deps, actor.user, id).coverImage;
  const cover = isSameCover
    ? sent.coverImage
    : await storeSentCover(deps, actor, { url: sent.coverImage, requireValid: check });
  const patch = { ...trimBookFields(sent), ...(cover !== undefined && { coverImage: cover }) };
  const removedKinds = (["ebook", "audiobook"] as const).filter((kind) => patch[`${kind}Filename`] === null);
  const removals: EditionChange[] = [];
  for (const kind of removedKinds) removals.push(await prepareEdition(deps, { bookId: id, kind }, null, readListening));
  // the text's body is found by the book's title
  const listenedFractions = patch.title === undefined ? [] : (await readListening(deps, id)).progress;
  const { book, before, detached } = writeAs(deps, actor, (author) => {
    const bookBefore = requireBook(deps, author, id);
    assertNotStale<EditedFields>(bookBefore, patch, was);
    const files = removedKinds.map((kind) => deps.stores.books.findFile(id, kind));
    if (!removals.every(({ isUnchanged }) => isUnchanged())) throw new AppError("conflict", FILE_REPLACED_MESSAGE);
    const bookAfter = requireFound(deps.stores.books.update(id, patch), BOOK_NOT_FOUND);
    if (bookBefore.title !== bookAfter.title) preserveListenedFractions(deps, id, listenedFractions);
    for (const { apply } of removals) apply();
    recordChange(deps, author, bookBefore, bookAfter);
    return { book: bookAfter, before: bookBefore.coverImage, detached: files.filter((file) => file !== null) };
  });
  if (book.coverImage !== before) await deps.images.scheduleDeletion(before, deps.clock.now());
  for (const { path } of detached) await deps.disk.scheduleDeletion(path, deps.clock.now());
  return book;
}

function hasSameFields(existing: Book, book: NewBook): boolean {
  return BOOK_INPUT_FIELDS.every((field) => existing[field] === (book[field] ?? (field === "coverImage" ? null : "")));
}

function recordChange(deps: Deps, author: Author, before: Book, after: Book): void {
  if (BOOK_TEXT_FIELDS.some((field) => before[field] !== after[field]))
    recordAuditEvent(deps, author, "book-changed", after.title);
  const wasDetached = (field: "coverImage" | "ebookFilename" | "audiobookFilename") =>
    before[field] !== null && after[field] === null;
  if (wasDetached("coverImage")) recordAuditEvent(deps, author, "cover-removed", after.title);
  if (wasDetached("ebookFilename")) recordAuditEvent(deps, author, "ebook-removed", after.title);
  if (wasDetached("audiobookFilename")) recordAuditEvent(deps, author, "audiobook-removed", after.title);
}

type EditedFields = Pick<Book, keyof BookPatch>;

const BOOK_INPUT_FIELDS = [...BOOK_TEXT_FIELDS, "coverImage"] as const;
