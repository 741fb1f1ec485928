import type { Book } from "#contract/books.ts";
import type { Contents, TocEntry } from "#contract/reading.ts";
import type { BookFile } from "#db/books.ts";
import { findBookFile } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError } from "#server/errors.ts";

const known = new Map<string, TextContents>();
const KNOWN_MAX = 50;

/** Contents of the book's EPUB, cached (BEYOND 5). @throws AppError not-found without a usable EPUB */
export async function loadContents(deps: Deps, book: Book): Promise<Contents & TextContents> {
  const file = requireEbook(deps, book);
  const contents = known.get(keyOf(deps, file)) ?? (await readOnce(deps, file));
  return { ...contents, title: book.title, version: file.uploadedAt };
}

/** For use inside a transaction; null until `loadContents` was awaited. */
export function knownContents(deps: Deps, book: Book): TextContents | null {
  const file = findBookFile(deps, book, "ebook");
  return (file && known.get(keyOf(deps, file))) ?? null;
}

/** Index of the contents line a place belongs to, or null. */
export function chapterAt({ toc, length }: Pick<Contents, "toc" | "length">, fraction: number) {
  const at = fraction * length + 0.5;
  const index = toc.findLastIndex((entry: TocEntry) => entry.start !== null && entry.start <= at);
  const entry = toc[index];
  return entry ? { index, title: entry.title } : null;
}

export function requireEbook(deps: Deps, book: Book): BookFile {
  const file = findBookFile(deps, book, "ebook");
  if (!file) throw new AppError("not-found", "This book has no eBook.");
  return file;
}

const running = new Map<string, Promise<TextContents>>();

/** Concurrent requests for a new book share one read. */
function readOnce(deps: Deps, file: BookFile): Promise<TextContents> {
  const key = keyOf(deps, file);
  const reading =
    running.get(key) ??
    readFile(deps.disk.absolute(file.path))
      .then((contents) => remember(key, contents))
      .catch((error: unknown) => {
        deps.log.warn("eBook can't be shown", { path: file.path, error: String(error) });
        throw new AppError("not-found", "This eBook can't be shown here. You can still download it.", { cause: error });
      })
      .finally(() => running.delete(key));
  running.set(key, reading);
  return reading;
}

/** Loads the readers of ZIP and XML with the first book. */
async function readFile(path: string): Promise<TextContents> {
  const { withEpub } = await import("./open-books.ts");
  return withEpub(path, (await import("#server/epub/read-contents.ts")).readContents);
}

function remember(key: string, contents: TextContents): TextContents {
  const oldest = known.keys().next().value;
  if (known.size >= KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  known.set(key, contents);
  return contents;
}

function keyOf({ disk }: Deps, { path, sha256 }: BookFile): string {
  return `${disk.absolute(path)} ${sha256}`;
}
