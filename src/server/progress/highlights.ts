import type { Bookmark } from "#contract/bookmarks.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import { type LoadedBook, openBook } from "#server/alignment/loaded-book.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/ebooks.ts";

import { bookmarksIn } from "./bookmarks.ts";

/**
 * A member's own highlights and bookmarks in a book as Markdown, in order of place under the chapters' titles
 * (BEYOND 10). @throws AppError 'not-found'
 */
export async function writeHighlights(deps: Deps, user: MemberViewer, bookId: number): Promise<Highlights> {
  const loaded = await openBook(deps, user, bookId);
  const { title, author } = loaded.book;
  const blocks = [`# ${markdownLine(title)}`, ...(author.trim() ? [markdownLine(author)] : [])];
  let chapter: string | null = null;
  for (const bookmark of bookmarksIn(deps, user, loaded)) {
    const found = chapterOf(loaded, bookmark);
    if (found !== null && found !== chapter) blocks.push(`## ${markdownLine(found)}`);
    chapter = found ?? chapter;
    blocks.push(entryOf(bookmark));
  }
  return { title, markdown: `${blocks.join("\n\n")}\n` };
}

type Highlights = { title: string; markdown: string };

function chapterOf({ book, contents }: LoadedBook, { fraction, currentTime }: Bookmark): string | null {
  const entry = contents && fraction !== null ? tocEntryAt(contents, fraction) : null;
  const title =
    entry?.title ?? (currentTime !== null && book.chapters[chapterIndexAt(book.chapters, currentTime)]?.title);
  return title ? title : null;
}

/** The words in a quote and the note below it; a bookmark without words says where it is. */
function entryOf({ quote, note, fraction, currentTime }: Bookmark): string {
  const words = quote.trim() === "" ? [] : markdownLines(quote.trim()).map((line) => `> ${line}`.trimEnd());
  const mark = words.length === 0 ? [`Bookmark at ${placeOf(fraction, currentTime)}`] : [];
  const noted = note.trim() === "" ? [] : [markdownLines(note.trim()).join("\n")];
  return [...(words.length > 0 ? [words.join("\n")] : mark), ...noted].join("\n\n");
}

function placeOf(fraction: number | null, seconds: number | null): string {
  if (seconds === null) return `${Math.floor((fraction ?? 0) * 100)}%`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Signs that mean something wherever they stand, in CommonMark or in what programs add to it. */
const SIGNS = /[\\`*_{}[\]<>#|~&$^=%@]/gu;
/** What programs make a link of without any sign. */
const LINKS = /:(?=\/\/)|(?<=www)\./giu;
/** What makes a list, a line or a heading at the start of a line. */
const STARTS = /^(?:[-+:]|(\d+)(?=[.)]))/u;
const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** Typed text as Markdown that shows it as it is, in one line. */
export function markdownLine(text: string): string {
  return lineOf(text.split(LINE_BREAKS).join(" "));
}

/** The same with its paragraphs and line breaks. */
export function markdownLines(text: string): string[] {
  const lines = text.split(LINE_BREAKS).map((line) => lineOf(line));
  // a backslash at a line's end breaks it there
  return lines.map((line, at) => (line !== "" && (lines[at + 1] ?? "") !== "" ? `${line}\\` : line));
}

function lineOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll(SIGNS, String.raw`\$&`)
    .replaceAll(LINKS, String.raw`\$&`)
    .replace(STARTS, (start, digits?: string) => (digits === undefined ? `\\${start}` : start))
    .replace(/^(\d+)([.)])/u, String.raw`$1\$2`);
}
