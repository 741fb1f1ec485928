import type { LoadedBook } from "#server/alignment/loaded-book.ts";

import type { ChapterEnd } from "./plan-lines.ts";

/** The ends of a book's chapters: of its text, else of its sound. Headings without a text of their own have none. */
export function chapterEnds({ book, contents }: Pick<LoadedBook, "book" | "contents">): ChapterEnd[] {
  if (contents)
    return endsOf(
      contents.toc.flatMap(({ start, ...entry }, index) => (start === null ? [] : [{ ...entry, start, index }])),
      contents.length,
    );
  const seconds = book.audiobookSeconds ?? 0;
  return endsOf(
    book.chapters.map(({ title, start }, index) => ({ title, start, level: 0, index })),
    seconds,
  );
}

type Entry = { title: string; start: number; level: number; index: number };

function endsOf(entries: readonly Entry[], length: number): ChapterEnd[] {
  if (length <= 0) return [];
  return entries.flatMap(({ title, start, level, index }, at) => {
    // a part ends where the next part begins
    const next = entries.slice(at + 1).find((entry) => entry.level <= level);
    const end = next?.start ?? length;
    return end > start ? [{ index, title, end: end / length }] : [];
  });
}
