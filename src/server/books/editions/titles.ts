import { normalizeText } from "#contract/normalize-text.ts";

import type { Anchor } from "./crosswalk.ts";

export type TitlePosition = readonly [title: string, start: number];

const SAME_TITLE_MAX = 8;
const NUMBER = /^(?:track|part|file|titel|spur|piste|pista|disc|disk|cd|section)?\d*$/;

export function matchTitles(
  from: readonly TitlePosition[],
  to: readonly TitlePosition[],
  areNumbersTitles: boolean,
): Anchor[] {
  const newLinesByTitle = Map.groupBy(to, ([title]) => foldTitle(title));
  const oldLinesByTitle = Map.groupBy(from, ([title]) => foldTitle(title));
  return [...oldLinesByTitle].flatMap(([title, lines]) => {
    const toLines = newLinesByTitle.get(title) ?? [];
    const isDistinctive = title !== "" && (areNumbersTitles || !NUMBER.test(title));
    if (!isDistinctive || lines.length > SAME_TITLE_MAX || toLines.length > SAME_TITLE_MAX) return [];
    return lines.flatMap(([, start]) => toLines.map(([, other]): Anchor => [start, other]));
  });
}

export function foldTitle(title: string): string {
  return normalizeText(title, "NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
