import type { Contents, TocEntry } from "#contract/reading.ts";

/** Index of the contents line a place belongs to, or null. */
export function tocEntryAt({ toc, length }: Pick<Contents, "toc" | "length">, fraction: number) {
  const at = fraction * length + 0.5;
  const index = toc.findLastIndex((entry: TocEntry) => entry.start !== null && entry.start <= at);
  const entry = toc[index];
  return entry ? { index, title: entry.title } : null;
}
