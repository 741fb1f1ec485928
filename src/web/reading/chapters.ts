import type { Contents, TocEntry } from "#contract/reading.ts";

/** A contents line, and its start and end in code points. */
export type ShownChapter = { index: number; title: string; start: number; end: number };

/** Null before the first line, and without contents. */
export function chapterAtCodePoint({ toc, length }: Contents, at: number): ShownChapter | null {
  const index = toc.findLastIndex(({ start }) => start !== null && start <= at);
  const line = toc[index];
  if (!line || line.start === null) return null;
  const next = toc.find(({ start }) => start !== null && start > at);
  return { index, title: line.title, start: line.start, end: next?.start ?? length };
}

/** The previous or next line. */
export function neighborOf({ toc, layout }: Contents, at: number, direction: "next" | "previous"): TocEntry | null {
  const lines = toc.filter(({ start }) => start !== null);
  // from the middle of a chapter, back goes to its start first
  const found =
    direction === "next"
      ? lines.find(({ start }) => (start ?? 0) > at)
      : lines.findLast(({ start }) => (start ?? 0) < at - (layout === "fixed" ? 0 : 200));
  return found ?? null;
}
