import { invalidImport, requireMaxLines } from "./read-rows.ts";

const CHUNK_LENGTH = 128 * 1024;
const BOOK_MAX_LENGTH = 512 * 1024;
/** All around the books. */
const OUTER_MAX_LENGTH = 768 * 1024;
const DEPTH_MAX = 20;
const BOOK_DEPTH = 2;

type Parts = { outerJson: string; books: readonly string[] };

/** Parses books one by one, because parsing all at once would block other requests. Undefined for a book too large. */
export async function readBooks(text: string): Promise<unknown[]> {
  const { outerJson: frame, books } = await extractBooks(text);
  const parsedFrame = parseJson(frame);
  const list: unknown =
    typeof parsedFrame === "object" && parsedFrame !== null && "books" in parsedFrame ? parsedFrame.books : null;
  if (!Array.isArray(list)) throw invalidImport("This JSON isn't an export of a shelf: it has no list of books.");
  requireMaxLines(list.length);
  const read: unknown[] = [];
  let parsed = 0;
  for (const value of list as unknown[]) {
    // each object of the list is one that `split` put there
    const book = typeof value === "object" && value !== null && "at" in value ? books[Number(value.at)] : undefined;
    parsed += book?.length ?? 0;
    if (parsed > CHUNK_LENGTH) await Bun.sleep(0);
    if (parsed > CHUNK_LENGTH) parsed = 0;
    read.push(book === undefined ? value : book.length > BOOK_MAX_LENGTH ? undefined : parseJson(book));
  }
  return read;
}

/** Takes the objects out of each list of the outermost object. */
async function extractBooks(text: string): Promise<Parts> {
  const books: string[] = [];
  let [frame, copied, start, depth, pause] = ["", 0, 0, 0, CHUNK_LENGTH];
  for (let at = 0; at < text.length; at += 1) {
    if (at > pause) {
      await Bun.sleep(0);
      pause = at + CHUNK_LENGTH;
    }
    const character = text.charAt(at);
    if (character === '"') at = findStringEnd(text, at);
    else if (character === "{" || character === "[") {
      if (depth === BOOK_DEPTH) start = at;
      depth += 1;
      if (depth > DEPTH_MAX) throw invalidImport("This JSON isn't an export of a shelf: it's nested too deeply.");
    } else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth !== BOOK_DEPTH || character === "]") continue;
      frame += `${text.slice(copied, start)}{"at":${books.length}}`;
      books.push(text.slice(start, at + 1));
      copied = at + 1;
    }
  }
  frame += text.slice(copied);
  if (frame.length > OUTER_MAX_LENGTH) throw invalidImport("This JSON isn't an export of a shelf: it holds much else.");
  return { outerJson: frame, books };
}

function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charAt(end - 1 - escapes) === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidImport("This file isn't valid JSON.");
  }
}
