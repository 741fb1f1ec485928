import type { Chapter } from "./books.ts";

/** Index of the chapter playing at `seconds`; 0 without chapters and before the first. */
export const chapterIndexAt = (chapters: readonly Chapter[], seconds: number): number => {
  let low = 0;
  let high = chapters.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((chapters[middle]?.start ?? 0) <= seconds) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Code points before each section of a text. */
export function sectionOffsets(sections: readonly { length: number }[]): number[] {
  let sum = 0;
  return sections.map(({ length }) => {
    sum += length;
    return sum - length;
  });
}
