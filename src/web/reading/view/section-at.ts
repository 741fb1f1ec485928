import type { Contents } from "#contract/reading.ts";

/** The section at a count of code points, skipping empty ones. */
export function sectionAt(starts: readonly number[], { sections }: Contents, at: number): number {
  const found = sections.findLastIndex(({ length }, index) => (starts[index] ?? 0) <= at && length > 0);
  return Math.max(0, at <= 0 ? sections.findIndex(({ linear }) => linear) : found);
}
