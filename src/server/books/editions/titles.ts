import { normalizeText } from "#contract/normalize-text.ts";

import type { PointPair } from "./crosswalk.ts";

export type TitlePosition = readonly [title: string, start: number];

const SAME_TITLE_MAX = 8;
/** "5", "IV", "Track 05", "第五章". */
const ENDS_IN_NUMBER = /[\p{N}一二三四五六七八九十百]\p{L}{0,2}$|(?<!\p{L})[ivxlc]+$/iu;
/** "Chapter Twenty-One", "Erster Teil". */
const NUMBERED_LABEL =
  /^(?:\p{L}+ )?(?:chapter|kapitel|chapitre|cap[ií]t[uo]lo|hoofdstuk|глава|parte?|partie|teil)(?:[ -]\p{L}+){0,2}$/iu;
/** What numbers consist of in seven languages, as folded titles: "Twenty-First", "Vingt et un", "Veintidós". */
const SPELLED_NUMBERS = [
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|for|fif|eigh|twen|nin|twelf|teen|ty|th|tieth|first|second|third){1,5}$/u,
  /^(?:eins?|zwei|drei|vier|funf|sechs?|sieb(?:en)?|acht|neun|zehn|elf|zwolf|und|zwan|zig|ßig|ssig){1,5}$/u,
  /^(?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|et|trente|quarante|cinquante|soixante){1,5}$/u,
  /^(?:uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci|veint[ei]|y|treinta|cuarenta|cincuenta|sesenta){1,5}$/u,
  /^(?:uno|due|tre|quattro|cinque|sei|sette|otto|nove|die?ci|dicia[sn]|undici|dodici|tredici|quattordici|quindici|sedici|venti?|trenta?|quaranta?|cinquanta?){1,5}$/u,
  /^(?:um|dois|tres|quatro|cinco|seis|sete|oito|nove|dez(?:[ea]s)?|onze|doze|treze|catorze|quatorze|quinze|deze|e|vinte|trinta|quarenta|cinquenta){1,5}$/u,
  /^(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|der|veer|twin|tig|en){1,5}$/u,
];

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
  return (
    [ENDS_IN_NUMBER, NUMBERED_LABEL].some((pattern) => pattern.test(title.trim())) ||
    SPELLED_NUMBERS.some((pattern) => pattern.test(foldTitle(title)))
  );
}

export function foldTitle(title: string): string {
  return normalizeText(title, "NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
