import type { Book } from "#contract/books.ts";
import type { Contents, FileWarnings } from "#contract/reading.ts";
import type { BookFile } from "#db/books.ts";
import { findEdition } from "#server/books/editions/edition.ts";
import { findBookFile } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { Ebook } from "#server/epub/ebooks.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError, requireFound } from "#server/errors.ts";

/** The contents of the book's EPUB (BEYOND 5). @throws AppError not-found without a usable EPUB */
export async function loadContents(deps: Deps, book: Book): Promise<Contents & TextContents> {
  const file = requireEbook(deps, book);
  const { contents } = await loadEbook(deps, file);
  return { ...contents, title: book.title, version: file.uploadedAt, edition: findEdition(deps, book) };
}

/** For transactions, which can't await; null before `loadContents`. */
export function cachedContents(deps: Deps, book: Book): TextContents | null {
  const file = findBookFile(deps, book, "ebook");
  return (file && deps.ebooks.known(file.sha256)?.contents) ?? null;
}

export function requireEbook(deps: Deps, book: Book): BookFile {
  return requireFound(findBookFile(deps, book, "ebook"), "This book has no eBook.");
}

export async function loadEbook({ ebooks, log }: Deps, file: BookFile): Promise<Ebook> {
  return ebooks.load(file).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    log.warn("eBook can't be shown", { path: file.path, error: error.message });
    throw new AppError("not-found", "This eBook can't be shown here. You can still download it.", { cause: error });
  });
}

export async function readWarnings(deps: Deps, book: Book): Promise<FileWarnings> {
  return {
    ebook: findBookFile(deps, book, "ebook") ? await readEbookWarnings(deps, book) : [],
    audiobook: deps.stores.books.listAudioWarnings(book.id),
  };
}

async function readEbookWarnings(deps: Deps, book: Book): Promise<string[]> {
  try {
    return (await loadContents(deps, book)).warnings ?? [];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not-found") throw error;
    return ["It can't be shown here, only downloaded."];
  }
}
