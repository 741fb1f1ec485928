import { normalizeText } from "#contract/normalize-text.ts";

import type { PointPair } from "./crosswalk.ts";

export type TitlePosition = readonly [title: string, start: number];

const SAME_TITLE_MAX = 8;
/** "5", "IV", "Track 05". */
const ENDS_IN_NUMBER = /\d\p{L}{0,2}$|(?<!\p{L})[ivxlc]+$/iu;
/** "Chapter Twenty-One", "Erster Teil". */
const NUMBERED_LABEL =
  /^(?:\p{L}+ )?(?:chapter|kapitel|chapitre|cap[ií]t[uo]lo|hoofdstuk|глава|parte?|partie|teil)(?:[ -]\p{L}+){0,2}$/iu;
/** "Five", "Twenty-One", "Fifth". */
const ENGLISH_NUMBER =
  /^(?=\p{L})(?:(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)[ -]?)?(?:one|two|three|four|five|six|seven|eight|nine|first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf)th|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?)?$/iu;

/** @param areNumbersSure true if the chapters' lengths are compared, too */
export function matchTitles(
  from: readonly TitlePosition[],
  to: readonly TitlePosition[],
  areNumbersSure: boolean,
): PointPair[] {
  const newLinesByTitle = Map.groupBy(to, ([title]) => foldTitle(title));
  const oldLinesByTitle = Map.groupBy(from, ([title]) => foldTitle(title));
  const areNumbersSame = areNumbersSure || findLastNumber(from) === findLastNumber(to);
  return [...oldLinesByTitle].flatMap(([title, lines]) => {
    const toLines = newLinesByTitle.get(title) ?? [];
    const isDistinctive = title !== "" && (areNumbersSame || !lines.some(isNumbered));
    if (!isDistinctive || lines.length > SAME_TITLE_MAX || toLines.length > SAME_TITLE_MAX) return [];
    if (!areNumbersSure && lines.length !== toLines.length) return [];
    return lines.flatMap(([, start]) => toLines.map(([, other]): PointPair => [start, other]));
  });
}

/** It differs if the text is divided into more or fewer chapters, so that "Chapter 5" is another one. */
function findLastNumber(lines: readonly TitlePosition[]): string | undefined {
  const last = lines
    .filter(isNumbered)
    .toSorted(([, one], [, other]) => one - other)
    .at(-1);
  return last && foldTitle(last[0]);
}

function isNumbered([title]: TitlePosition): boolean {
  return [ENDS_IN_NUMBER, NUMBERED_LABEL, ENGLISH_NUMBER].some((pattern) => pattern.test(title.trim()));
}

export function foldTitle(title: string): string {
  return normalizeText(title, "NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
