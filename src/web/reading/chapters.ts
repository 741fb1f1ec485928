import type { Contents, PrintedPage, TocEntry } from "#contract/reading.ts";

/** A contents line, and its start and end in code points. */
type ShownChapter = { index: number; title: string; start: number; end: number };

type PlaceInText = { at: number; section: number };

/**
 * Null before the first line, and without contents. A cover and the chapter after it begin at the same code point, so the
 * section of a shown page is needed to tell them apart.
 */
export function chapterAtCodePoint({ toc, length }: Contents, at: number, section = Infinity): ShownChapter | null {
  const index = toc.findLastIndex((line) => line.start !== null && !isAhead(line, { at, section }));
  const line = toc[index];
  if (!line || line.start === null) return null;
  const next = toc.find((other) => isAhead(other, { at, section }));
  return { index, title: line.title, start: line.start, end: next?.start ?? length };
}

/** The previous or next line. */
export function neighborOf({ toc, layout }: Contents, place: PlaceInText, direction: "next" | "previous") {
  if (direction === "next") return toc.find((line) => isAhead(line, place)) ?? null;
  // from the middle of a chapter, back goes to its start first
  const before = place.at - (layout === "fixed" ? 0 : 200);
  return toc.findLast(({ start }) => start !== null && start < before) ?? null;
}

function isAhead({ start, section }: TocEntry, place: PlaceInText): boolean {
  return start !== null && (start > place.at || (start === place.at && (section ?? 0) > place.section));
}

/** '143', 'p. 143' or 'page xii', where the EPUB tells where its printed pages begin. */
export function findPage({ pages }: Partial<Pick<Contents, "pages">>, words: string): PrintedPage | undefined {
  const label = words
    .trim()
    .replace(/^p(?:age|\.)? ?(?=\S)/i, "")
    .toLowerCase();
  return pages?.find((page) => page.label.toLowerCase() === label);
}
