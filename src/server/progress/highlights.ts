import type { Bookmark } from "#contract/bookmarks.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import { type LoadedBook, openBook } from "#server/alignment/loaded-book.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/ebooks.ts";

import { sortBookmarks } from "./bookmarks.ts";

/** Sorted by position, under the chapters' titles (BEYOND 10). @throws AppError 'not-found' */
export async function exportHighlights(deps: Deps, user: MemberViewer, bookId: number): Promise<HighlightsExport> {
  const loaded = await openBook(deps, user, bookId);
  const { title, author } = loaded.book;
  const blocks = [`# ${toMarkdownLine(title)}`, ...(author.trim() ? [toMarkdownLine(author)] : [])];
  let chapter: string | null = null;
  for (const bookmark of sortBookmarks(deps, user, loaded)) {
    const title = findChapterTitle(loaded, bookmark);
    if (title !== null && title !== chapter) blocks.push(`## ${toMarkdownLine(title)}`);
    chapter = title ?? chapter;
    blocks.push(formatEntry(bookmark));
  }
  return { title, markdown: `${blocks.join("\n\n")}\n` };
}

type HighlightsExport = { title: string; markdown: string };

function findChapterTitle({ book, contents }: LoadedBook, { fraction, currentTime }: Bookmark): string | null {
  const entry = contents && fraction !== null ? tocEntryAt(contents, fraction) : null;
  const title =
    entry?.title ?? (currentTime !== null && book.chapters[chapterIndexAt(book.chapters, currentTime)]?.title);
  return title ? title : null;
}

function formatEntry({ quote, note, fraction, currentTime }: Bookmark): string {
  const lines = quote.trim() === "" ? [] : toMarkdownLines(quote.trim()).map((line) => `> ${line}`.trimEnd());
  const bullet = lines.length === 0 ? [`Bookmark at ${formatPosition(fraction, currentTime)}`] : [];
  const noteLines = note.trim() === "" ? [] : [toMarkdownLines(note.trim()).join("\n")];
  return [...(lines.length > 0 ? [lines.join("\n")] : bullet), ...noteLines].join("\n\n");
}

function formatPosition(fraction: number | null, seconds: number | null): string {
  if (seconds === null) return `${Math.floor((fraction ?? 0) * 100)}%`;
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${twoDigits((seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

/** Characters with a meaning anywhere in CommonMark or its extensions. */
const SPECIAL_CHARACTERS = /[\\`*_{}[\]<>#|~&$^=%@]/gu;
/** Text that programs turn into links without markup. */
const AUTOLINKS = /:(?=\/\/)|(?<=www)\./giu;
const BLOCK_STARTS = /^(?:[-+:]|(\d+)(?=[.)]))/u;
const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

export function toMarkdownLine(text: string): string {
  return escapeLine(text.split(LINE_BREAKS).join(" "));
}

export function toMarkdownLines(text: string): string[] {
  const lines = text.split(LINE_BREAKS).map((line) => escapeLine(line));
  // a backslash at the end of a line is a line break
  return lines.map((line, at) => (line !== "" && (lines[at + 1] ?? "") !== "" ? `${line}\\` : line));
}

function escapeLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll(SPECIAL_CHARACTERS, String.raw`\$&`)
    .replaceAll(AUTOLINKS, String.raw`\$&`)
    .replace(BLOCK_STARTS, (start, digits?: string) => (digits === undefined ? `\\${start}` : start))
    .replace(/^(\d+)([.)])/u, String.raw`$1\$2`);
}
