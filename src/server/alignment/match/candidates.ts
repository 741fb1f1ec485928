import { foldTitle, isNumberOnly } from "#server/books/editions/titles.ts";

import { alignParts, type AudioPart, type ChapteringPattern } from "./align-parts.ts";
import type { Alignment, Group } from "./best-path.ts";
import type { TextPart } from "./find-divisions.ts";

type Evidence = ReturnType<typeof titleEvidence>;

/** `pace` is in characters per second; `weight` is its share of the probability. */
export type Candidate = Alignment & { parts: readonly TextPart[]; pace: number; weight: number };

/** Characters per second. Eleven narrations in English have 11.7 to 15.1. */
const USUAL_PACE_CHARACTERS = 13.5;
const USUAL_PACE_SPREAD = 0.15;
/** Characters of other scripts say more. */
const UNUSUAL_PACE_NATS_MAX = 8;
const ROUNDS = 3;
const SAME_PACE_TOLERANCE = 0.02;
const EVEN_LENGTH_TOLERANCE = 0.01;
const EVEN_CHAPTERS_MIN = 3;
const WEIGHT_MIN = 0.001;

const CHAPTERING_PATTERNS: readonly (ChapteringPattern & { prior: number })[] = [
  { textBoundaryProbability: 0.95, innerBoundaryProbability: 0.02, isArbitrary: false, prior: 0.76 },
  { textBoundaryProbability: 0.95, innerBoundaryProbability: 0.6, isArbitrary: false, prior: 0.1 },
  { textBoundaryProbability: 0.5, innerBoundaryProbability: 0.02, isArbitrary: false, prior: 0.14 },
  { textBoundaryProbability: 0.5, innerBoundaryProbability: 1, isArbitrary: true, prior: 0.2 },
];

/** The likeliest first. */
export function findCandidates(audioParts: readonly AudioPart[], divisions: readonly TextPart[][]): Candidate[] {
  const isEven = isCutEvenly(audioParts);
  const patterns = CHAPTERING_PATTERNS.filter(({ isArbitrary }) => isArbitrary || !isEven);
  const attempts = divisions.flatMap((parts) => {
    const evidence = titleEvidence(audioParts, parts);
    return patterns.flatMap((pattern) => tryPattern({ audioParts, parts, evidence }, pattern));
  });
  const ordered = attempts.filter(({ score }) => Number.isFinite(score)).toSorted((a, b) => b.score - a.score);
  const best = ordered[0]?.score ?? 0;
  const total = ordered.reduce((sum, { score }) => sum + Math.exp(score - best), 0);
  return ordered
    .map((candidate) => ({ ...candidate, weight: Math.exp(candidate.score - best) / total }))
    .filter(({ weight }) => weight > WEIGHT_MIN);
}

/** Corrects each guess of the pace by the pairs that it finds. */
function tryPattern(
  { audioParts, parts, evidence }: { audioParts: readonly AudioPart[]; parts: readonly TextPart[]; evidence: Evidence },
  pattern: ChapteringPattern & { prior: number },
): Omit<Candidate, "weight">[] {
  const seconds = audioParts.reduce((sum, part) => sum + part.seconds, 0) || 1;
  const lengthOf = (readParts: readonly TextPart[]) => readParts.reduce((sum, { length }) => sum + length, 0);
  const guesses = [USUAL_PACE_CHARACTERS, lengthOf(parts.filter(({ skip }) => skip < 0.5)) / seconds];
  return guesses
    .filter((guess) => guess > 0)
    .map((guess) => {
      let pace = guess;
      let alignment = alignParts({ audioParts, textParts: parts, evidence }, pace, pattern);
      for (let round = 1; round < ROUNDS; round += 1) {
        pace = measurePace(alignment.groups, audioParts, parts) || pace;
        alignment = alignParts({ audioParts, textParts: parts, evidence }, pace, pattern);
      }
      return {
        ...alignment,
        parts,
        pace,
        score: alignment.score + Math.log(pattern.prior) - unusualPaceLogPrior(pace),
      };
    })
    .filter(
      ({ pace }, at, all) => all.findIndex((other) => Math.abs(other.pace / pace - 1) < SAME_PACE_TOLERANCE) === at,
    );
}

/** Such chapters, for example every half hour, give no information about the text. */
function isCutEvenly(audioParts: readonly AudioPart[]): boolean {
  const [first] = audioParts;
  if (!first || audioParts.length < EVEN_CHAPTERS_MIN) return audioParts.length < 2;
  return audioParts.slice(0, -1).every(({ seconds }) => Math.abs(seconds / first.seconds - 1) < EVEN_LENGTH_TOLERANCE);
}

function measurePace(
  groups: readonly Group[],
  audioParts: readonly AudioPart[],
  textParts: readonly TextPart[],
): number {
  let [seconds, length] = [0, 0];
  for (const { audio, text } of groups) {
    for (const part of audioParts.slice(...audio)) seconds += part.seconds;
    for (const part of textParts.slice(...text)) length += part.length;
  }
  return seconds > 0 ? length / seconds : 0;
}

function unusualPaceLogPrior(pace: number): number {
  return Math.min(UNUSUAL_PACE_NATS_MAX, 0.5 * (Math.log(pace / USUAL_PACE_CHARACTERS) / USUAL_PACE_SPREAD) ** 2);
}

const [SAME_TITLE_NATS, OTHER_TITLE_NATS] = [2.5, -3];

type Titled = { title: string };

/** Evidence from titles that both media have exactly once. Finds the chapters of an abridged recording. */
export function titleEvidence(
  audioParts: readonly Titled[],
  textParts: readonly Titled[],
): (i: number, j: number) => number {
  const [chapters, parts] = [indexByTitle(audioParts), indexByTitle(textParts)];
  const partOf = new Map<number, number>();
  const chapterOf = new Map<number, number>();
  for (const [title, chapter] of chapters) {
    const part = parts.get(title);
    if (chapter === null || part === null || part === undefined) continue;
    partOf.set(chapter, part);
    chapterOf.set(part, chapter);
  }
  return (i, j) => {
    if (partOf.get(i) === j) return SAME_TITLE_NATS;
    return partOf.has(i) && chapterOf.has(j) ? OTHER_TITLE_NATS : 0;
  };
}

function indexByTitle(items: readonly Titled[]): Map<string, number | null> {
  const indexes = new Map<string, number | null>();
  for (const [index, { title }] of items.entries()) {
    const key = foldTitle(title);
    if (key !== "" && !isNumberOnly(key)) indexes.set(key, indexes.has(key) ? null : index);
  }
  return indexes;
}
