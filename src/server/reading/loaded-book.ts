import type { Book } from "#contract/books.ts";
import { type Actor, type Author, writeAs } from "#server/access/caller.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError } from "#server/errors.ts";

import { knownContents, loadContents } from "./contents.ts";
import { loadMatched } from "./matched.ts";

const LOADED = Symbol("loaded");

/**
 * A book whose text was read from its file and matched with its sound, which has to be awaited, so that a transaction,
 * which must not await, can ask for it. Only this file makes one: what needs the text can't be called without.
 */
export type LoadedBook = Book & { readonly [LOADED]: true };

/** Also accepts a book without a text, or with one that can only be downloaded. */
export async function loadBook(deps: Deps, book: Book): Promise<LoadedBook> {
  await loadContents(deps, book).catch(unlessNoText);
  await loadMatched(deps, book);
  return { ...book, [LOADED]: true };
}

/** `writeAs` about a book, loaded before and looked up again in the transaction. @throws AppError 'not-found' */
export async function writeAboutBook<Result>(
  deps: Deps,
  by: Actor,
  bookId: number,
  work: (author: Author, book: LoadedBook) => Result,
): Promise<Result> {
  await loadBook(deps, requireBook(deps, by.user, bookId));
  return writeAs(deps, by, (author) => work(author, { ...requireBook(deps, author, bookId), [LOADED]: true }));
}

/** Null without a text, and for one that replaced it since it was loaded. */
export function contentsOf(deps: Deps, book: LoadedBook): TextContents | null {
  return knownContents(deps, book);
}

function unlessNoText(error: unknown): void {
  if (!(error instanceof AppError && error.code === "not-found")) throw error;
}
