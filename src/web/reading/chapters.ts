import { isCountedInPages, sectionOffsets } from "#contract/chapters.ts";
import type { Contents, PrintedPage, TocEntry } from "#contract/reading.ts";

type Section = Contents["sections"][number];
type ChapterSpan = { index: number; title: string; start: number; end: number };

/** The last section that begins at or before a fraction of the book. @param isCandidate by default any section */
export function sectionAtFraction(
  { sections, length }: Pick<Contents, "sections" | "length">,
  fraction: number,
  isCandidate: (section: Section) => boolean = () => true,
): number {
  const starts = sectionOffsets(sections);
  const index = sections.findLastIndex((section, at) => isCandidate(section) && (starts[at] ?? 0) <= fraction * length);
  return Math.max(0, index);
}

type TextLocation = { offset: number; section: number };

/** Null before the first chapter. A cover and the chapter after it can begin at the same code point. */
export function chapterAtCodePoint({ toc, length }: Contents, at: number, section = Infinity): ChapterSpan | null {
  const index = toc.findLastIndex((line) => line.start !== null && !isAhead(line, { offset: at, section }));
  const line = toc[index];
  if (!line || line.start === null) return null;
  const next = toc.find((other) => isAhead(other, { offset: at, section }));
  return { index, title: line.title, start: line.start, end: next?.start ?? length };
}

export function findAdjacentChapter(contents: Contents, position: TextLocation, direction: "next" | "previous") {
  const { toc } = contents;
  if (direction === "next") return toc.find((line) => isAhead(line, position)) ?? null;
  // From the middle of a chapter, the previous one is its own start.
  const offsetBefore = position.offset - (isCountedInPages(contents) ? 0 : 200);
  return toc.findLast(({ start }) => start !== null && start < offsetBefore) ?? null;
}

function isAhead({ start, section }: TocEntry, position: TextLocation): boolean {
  return (
    start !== null && (start > position.offset || (start === position.offset && (section ?? 0) > position.section))
  );
}

/** The printed page labeled '143', 'p. 143' or 'page xii', if the EPUB has a page list. */
export function findPrintedPage(
  { pages }: Partial<Pick<Contents, "pages">>,
  pageNumber: string,
): PrintedPage | undefined {
  const label = pageNumber
    .trim()
    .replace(/^p(?:age|\.)? ?(?=\S)/i, "")
    .toLowerCase();
  return pages?.find((page) => page.label.toLowerCase() === label);
}
