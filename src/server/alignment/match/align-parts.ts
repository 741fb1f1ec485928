import { valueAt } from "../model/sparse.ts";
import { type Alignment, findPaths, type Visit } from "./best-path.ts";
import { isSeparated, type NamedPart, type NamePairs } from "./name-pairs.ts";

export type AudioPart = NamedPart & { seconds: number; skip: number };
type TextPartLength = NamedPart & { length: number; skip: number };

export type ChapteringPattern = {
  textBoundaryProbability: number;
  innerBoundaryProbability: number;
  /** Cut anywhere, such as every half hour. */
  isArbitrary: boolean;
};

/** How much the pace varies within one narration, as a fraction; measured: 0.01 to 0.06. */
const PACE_SPREAD = 0.035;
/** Announcements and pauses add seconds to a chapter. */
const DURATION_SLACK_SECONDS = 15;
const PACE_RATIO_MAX = 1.6;
const RATIO_SLACK_SECONDS = 60;
const OUTLIER_PROBABILITY = 0.01;
const CREDITS_MEAN_SECONDS = 60;
const GROUP_CHAPTERS_MAX = 12;
/** A larger many-to-many group gives no information about single chapters. */
const MANY_TO_MANY_MAX = 3;

export type AlignmentParts = {
  audioParts: readonly AudioPart[];
  textParts: readonly TextPartLength[];
  namePairs: NamePairs;
};

/** By pace, in characters per second. Parts whose name is unique in audio and text always belong together. */
export function alignParts(
  { audioParts, textParts, namePairs }: AlignmentParts,
  pace: number,
  pattern: ChapteringPattern,
): Alignment {
  const [m, n] = [audioParts.length, textParts.length];
  const width = n + 1;
  const secondsSums = cumulativeSums(audioParts.map((part) => part.seconds));
  const lengthSums = cumulativeSums(textParts.map((part) => part.length));
  const playedLogSums = cumulativeSums(audioParts.map(({ skip }) => Math.log(1 - skip)));
  const readLogSums = cumulativeSums(textParts.map(({ skip }) => Math.log(1 - skip)));
  const totalSeconds = valueAt(secondsSums, m);
  const [splitLog, joinLog, startLog] = [
    Math.log(pattern.innerBoundaryProbability),
    Math.log(1 - pattern.textBoundaryProbability),
    Math.log(pattern.textBoundaryProbability),
  ];
  const sumBetween = (sums: readonly number[], from: number, count: number) =>
    valueAt(sums, from + count) - valueAt(sums, from);

  const visit: Visit = (i, j, step) => {
    const [audioPart, textPart] = [audioParts[i], textParts[j]];
    if (audioPart)
      step(
        (i + 1) * width + j,
        Math.log(audioPart.skip) + unmatchedAudioLogDensity(audioPart.seconds, totalSeconds),
        false,
      );
    if (textPart) step(i * width + j + 1, Math.log(textPart.skip), false);
    if (!audioPart || !textPart) return;
    const [minCount, maxCount] = pattern.isArbitrary ? [m - i, m - i] : [1, Math.min(GROUP_CHAPTERS_MAX, m - i)];
    for (let k = minCount; k <= maxCount; k += 1) {
      const audioSeconds = sumBetween(secondsSums, i, k);
      const splitsLog = k === 1 ? 0 : logFactorial(k - 1) + (k - 1) * (splitLog - Math.log(audioSeconds));
      const audioLog = sumBetween(playedLogSums, i, k) + splitsLog;
      for (let l = 1; j + l <= n; l += 1) {
        const expectedSeconds = sumBetween(lengthSums, j, l) / pace;
        if (expectedSeconds > audioSeconds * PACE_RATIO_MAX + RATIO_SLACK_SECONDS) break;
        if (audioSeconds > expectedSeconds * PACE_RATIO_MAX + RATIO_SLACK_SECONDS) continue;
        if (!pattern.isArbitrary && Math.min(k, l) > 1 && Math.max(k, l) > MANY_TO_MANY_MAX) continue;
        if (!pattern.isArbitrary && isSeparated(namePairs, [i, i + k], [j, j + l])) continue;
        const startsLog = pattern.isArbitrary ? 0 : startLog + (l - 1) * joinLog;
        step(
          (i + k) * width + j + l,
          audioLog + sumBetween(readLogSums, j, l) + startsLog + durationLogDensity(audioSeconds, expectedSeconds),
          true,
        );
      }
    }
  };
  return findPaths(m, n, visit);
}

export function pairProbability(seconds: number, expectedSeconds: number): number {
  const density = usualDensity(seconds, expectedSeconds);
  return density / (density + outlierDensity(seconds));
}

function durationLogDensity(seconds: number, expectedSeconds: number): number {
  return Math.log(usualDensity(seconds, expectedSeconds) + outlierDensity(seconds));
}

function usualDensity(seconds: number, expectedSeconds: number): number {
  return (
    (1 - OUTLIER_PROBABILITY) *
    normalDensity(seconds - expectedSeconds, Math.hypot(PACE_SPREAD * expectedSeconds, DURATION_SLACK_SECONDS))
  );
}

function outlierDensity(seconds: number): number {
  return OUTLIER_PROBABILITY / (2 * seconds + RATIO_SLACK_SECONDS);
}

function normalDensity(deviation: number, spread: number): number {
  return Math.exp(-0.5 * (deviation / spread) ** 2) / (spread * Math.sqrt(2 * Math.PI));
}

function unmatchedAudioLogDensity(seconds: number, total: number): number {
  return Math.max(-seconds / CREDITS_MEAN_SECONDS - Math.log(CREDITS_MEAN_SECONDS), -Math.log(20 * total));
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let factor = 2; factor <= n; factor += 1) sum += Math.log(factor);
  return sum;
}

/** The sums before each value, and of all. */
export function cumulativeSums(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}
