import type { Bookmark } from "#contract/bookmarks.ts";
import { chapterIndexAt } from "#contract/chapters.ts";
import { type LoadedBook, openBook } from "#server/alignment/loaded-book.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { tocEntryAt } from "#server/epub/toc-entry-at.ts";

import { bookmarksIn } from "./bookmarks.ts";
import { markdownLine, markdownLines } from "./markdown.ts";

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
