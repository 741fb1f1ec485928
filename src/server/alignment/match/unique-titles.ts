import { fold, isNumber } from "#server/books/editions/titles.ts";

/** Evidence in nats that chapters have the same title, and that each has another's. */
const [SAME, OTHER] = [2.5, -3];

type Titled = { title: string };

/** What titles tell that both media have once each, for each pair: an abridged recording is found by them. */
export function titleEvidence(heard: readonly Titled[], read: readonly Titled[]): (i: number, j: number) => number {
  const [chapters, parts] = [indexByTitle(heard), indexByTitle(read)];
  const partOf = new Map<number, number>();
  const chapterOf = new Map<number, number>();
  for (const [title, chapter] of chapters) {
    const part = parts.get(title);
    if (chapter === null || part === null || part === undefined) continue;
    partOf.set(chapter, part);
    chapterOf.set(part, chapter);
  }
  return (i, j) => {
    if (partOf.get(i) === j) return SAME;
    return partOf.has(i) && chapterOf.has(j) ? OTHER : 0;
  };
}

/** Null for a title that several have. */
function indexByTitle(all: readonly Titled[]): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const [index, { title }] of all.entries()) {
    const own = fold(title);
    if (own !== "" && !isNumber(own)) found.set(own, found.has(own) ? null : index);
  }
  return found;
}
