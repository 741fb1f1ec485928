import type { Book } from "#contract/books.ts";
import type { FileWarnings } from "#contract/reading.ts";
import { findBookFile } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { loadContents } from "./contents.ts";

/** What of a book's files members don't get, in sentences: for admins, who can upload better ones. */
export async function readWarnings(deps: Deps, book: Book): Promise<FileWarnings> {
  return {
    ebook: findBookFile(deps, book, "ebook") ? await ofEbook(deps, book) : [],
    audiobook: deps.stores.books.audioWarnings(book.id),
  };
}

async function ofEbook(deps: Deps, book: Book): Promise<string[]> {
  try {
    return (await loadContents(deps, book)).warnings ?? [];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not-found") throw error;
    return ["It can't be shown here, only downloaded."];
  }
}
