import type { Anchor } from "./crosswalk.ts";

/** Where a part with this title begins. */
export type Line = readonly [title: string, start: number];

/** A title that so many parts have says nothing. */
const SAME_MAX = 8;
const NUMBER = /^(?:track|part|file|titel|spur|piste|pista|disc|disk|cd|section)?\d*$/;

/** Parts of two editions that have the same title. `isNumberTold` where a number alone is a title. */
export function sameTitles(from: readonly Line[], to: readonly Line[], isNumberTold: boolean): Anchor[] {
  const there = Map.groupBy(to, ([title]) => fold(title));
  const here = Map.groupBy(from, ([title]) => fold(title));
  return [...here].flatMap(([title, lines]) => {
    const others = there.get(title) ?? [];
    const isTold = title !== "" && (isNumberTold || !isNumber(title));
    if (!isTold || lines.length > SAME_MAX || others.length > SAME_MAX) return [];
    return lines.flatMap(([, start]) => others.map(([, other]): Anchor => [start, other]));
  });
}

/** Whether a folded title only numbers a file. */
export function isNumber(folded: string): boolean {
  return NUMBER.test(folded);
}

export function fold(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
