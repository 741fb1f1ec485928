import { type AlignmentParts, alignParts, type AudioPart, type ChapteringPattern } from "./align-parts.ts";
import type { Alignment, Group } from "./best-path.ts";
import type { TextPart } from "./find-divisions.ts";
import { pairByName } from "./name-pairs.ts";

/** `pace` is in characters per second; `weight` is its share of the probability. */
export type Candidate = Alignment & { parts: readonly TextPart[]; pace: number; weight: number };

/** Characters per second. Eleven narrations in English have 11.7 to 15.1. */
const USUAL_PACE_CHARACTERS = 13.5;
const USUAL_PACE_SPREAD = 0.15;
/** In other scripts, a character takes longer to read. */
const UNUSUAL_PACE_NATS_MAX = 8;
const ROUNDS = 3;
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
  const attempts = divisions.flatMap((textParts) => {
    const parts = { audioParts, textParts, namePairs: pairByName(audioParts, textParts) };
    return patterns.flatMap((pattern) =>
      [USUAL_PACE_CHARACTERS, measureReadPace(audioParts, textParts)].map((pace) => tryPattern(parts, pattern, pace)),
    );
  });
  const ordered = attempts.filter(({ score }) => Number.isFinite(score)).toSorted((a, b) => b.score - a.score);
  const best = ordered[0]?.score ?? 0;
  const total = ordered.reduce((sum, { score }) => sum + Math.exp(score - best), 0);
  return ordered
    .map((candidate) => ({ ...candidate, weight: Math.exp(candidate.score - best) / total }))
    .filter(({ weight }) => weight > WEIGHT_MIN);
}

/** Corrects a guess of the pace by the pairs that it finds. */
function tryPattern(
  parts: AlignmentParts & { textParts: readonly TextPart[] },
  pattern: ChapteringPattern & { prior: number },
  guess: number,
): Omit<Candidate, "weight"> {
  let pace = guess;
  let alignment = alignParts(parts, pace, pattern);
  for (let round = 1; round < ROUNDS; round += 1) {
    pace = measurePace(alignment.groups, parts.audioParts, parts.textParts) || pace;
    alignment = alignParts(parts, pace, pattern);
  }
  const score = alignment.score + Math.log(pattern.prior) - unusualPaceLogPrior(pace);
  return { ...alignment, parts: parts.textParts, pace, score };
}

function unusualPaceLogPrior(pace: number): number {
  return Math.min(UNUSUAL_PACE_NATS_MAX, 0.5 * (Math.log(pace / USUAL_PACE_CHARACTERS) / USUAL_PACE_SPREAD) ** 2);
}

function measureReadPace(audioParts: readonly AudioPart[], parts: readonly TextPart[]): number {
  const seconds = audioParts.reduce((sum, part) => sum + part.seconds, 0) || 1;
  return parts.reduce((sum, { length, skip }) => sum + (skip < 0.5 ? length : 0), 1) / seconds;
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
