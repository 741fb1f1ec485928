import type { Contents } from "#contract/reading.ts";

/** Code points before each section. */
export function startsOf({ sections }: Contents): number[] {
  let sum = 0;
  return sections.map(({ length }) => {
    sum += length;
    return sum - length;
  });
}

/** The section at a count of code points, skipping empty ones. */
export function sectionAt(starts: readonly number[], { sections }: Contents, at: number): number {
  const found = sections.findLastIndex(({ length }, index) => (starts[index] ?? 0) <= at && length > 0);
  return Math.max(0, at <= 0 ? sections.findIndex(({ linear }) => linear) : found);
}
