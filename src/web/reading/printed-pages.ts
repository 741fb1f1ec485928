import type { Contents, PrintedPage } from "#contract/reading.ts";

/** '143', 'p. 143' or 'page xii', where the EPUB tells where its printed pages begin. */
export function findPage({ pages }: Partial<Pick<Contents, "pages">>, words: string): PrintedPage | undefined {
  const label = words
    .trim()
    .replace(/^p(?:age|\.)? ?(?=\S)/i, "")
    .toLowerCase();
  return pages?.find((page) => page.label.toLowerCase() === label);
}
