import type { Chapter } from "./books.ts";
import { isolateText } from "./isolate-text.ts";
import type { PlanLine } from "./plan.ts";

/** 0 without chapters, and before the first one. */
export const chapterIndexAt = (chapters: readonly Chapter[], seconds: number): number =>
  Math.max(
    0,
    chapters.findLastIndex(({ start }) => start <= seconds),
  );

/** Code points before each section of a text. */
export function sectionOffsets(sections: readonly { length: number }[]): number[] {
  let sum = 0;
  return sections.map(({ length }) => {
    sum += length;
    return sum - length;
  });
}

/** The first index that isn't before, by binary search; `count` if all are. */
export function firstIndexFrom(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In fixed-layout books, and in those without text, each section is a page, and pages are counted. */
export const isCountedInPages = ({ length, sections }: { length: number; sections: readonly unknown[] }): boolean =>
  length === sections.length;

/** For example 'through chapter 9', 'through “Nine Endings”' or '45% of the book'. */
export function formatPlanTarget({ chapter, fraction }: Pick<PlanLine, "chapter" | "fraction">): string {
  if (fraction >= 1) return "to the end";
  if (!chapter) return `${Math.round(fraction * 100)}% of the book`;
  const title = chapter.title.trim();
  const number = /^(?:chapter )?(\d{1,3}|[ivxlc]{1,8})\.?$/i.exec(title)?.[1];
  return number ? `through chapter ${number}` : `through “${isolateText(title)}”`;
}

/** At 250 wpm (BEYOND 9). */
export const DEFAULT_CODE_POINTS_PER_MINUTE = 1500;
