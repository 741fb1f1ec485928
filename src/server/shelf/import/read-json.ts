import { invalidImportError, requireMaxLines } from "./read-rows.ts";

const CHUNK_LENGTH = 128 * 1024;
const BOOK_MAX_LENGTH = 512 * 1024;
/** The maximum length of the JSON outside of the books. */
const OUTER_MAX_LENGTH = 768 * 1024;
const DEPTH_MAX = 20;
const BOOK_DEPTH_LEVELS = 2;

type SplitJson = { outerJson: string; books: readonly string[] };

/** Parses books one by one, because parsing all at once would block other requests. Undefined for a book too large. */
export async function readBooks(text: string): Promise<unknown[]> {
  const { outerJson, books } = await extractBooks(text);
  const outerValue = parseJson(outerJson);
  const list: unknown =
    typeof outerValue === "object" && outerValue !== null && "books" in outerValue ? outerValue.books : null;
  if (!Array.isArray(list)) throw invalidImportError("This JSON isn't an export of a shelf: it has no list of books.");
  requireMaxLines(list.length);
  const parsedBooks: unknown[] = [];
  let parsedLength = 0;
  for (const value of list as unknown[]) {
    // `extractBooks` created each object of the list
    const book = typeof value === "object" && value !== null && "at" in value ? books[Number(value.at)] : undefined;
    parsedLength += book?.length ?? 0;
    if (parsedLength > CHUNK_LENGTH) await Bun.sleep(0);
    if (parsedLength > CHUNK_LENGTH) parsedLength = 0;
    parsedBooks.push(book === undefined ? value : book.length > BOOK_MAX_LENGTH ? undefined : parseJson(book));
  }
  return parsedBooks;
}

/** Replaces each book by its index in `books`, e.g. `{"at":0}`. */
async function extractBooks(text: string): Promise<SplitJson> {
  const books: string[] = [];
  let [outerJson, copiedEnd, start, depth, nextPause] = ["", 0, 0, 0, CHUNK_LENGTH];
  for (let at = 0; at < text.length; at += 1) {
    if (at > nextPause) {
      await Bun.sleep(0);
      nextPause = at + CHUNK_LENGTH;
    }
    const character = text.charAt(at);
    if (character === '"') at = findStringEnd(text, at);
    else if (character === "{" || character === "[") {
      if (depth === BOOK_DEPTH_LEVELS) start = at;
      depth += 1;
      if (depth > DEPTH_MAX) throw invalidImportError("This JSON isn't an export of a shelf: it's nested too deeply.");
    } else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth !== BOOK_DEPTH_LEVELS || character === "]") continue;
      outerJson += `${text.slice(copiedEnd, start)}{"at":${books.length}}`;
      books.push(text.slice(start, at + 1));
      copiedEnd = at + 1;
    }
  }
  outerJson += text.slice(copiedEnd);
  if (outerJson.length > OUTER_MAX_LENGTH)
    throw invalidImportError("This JSON isn't an export of a shelf: it holds much else.");
  return { outerJson, books };
}

function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapeCount = 0;
    while (text.charAt(end - 1 - escapeCount) === "\\") escapeCount += 1;
    if (escapeCount % 2 === 0) return end;
  }
  return text.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidImportError("This file isn't valid JSON.");
  }
}
