import { at } from "../model/sparse.ts";
import { type Alignment, findPaths, type Visit } from "./best-path.ts";

export type AudioPart = { title: string; seconds: number; skip: number };
type Read = { title: string; length: number; skip: number };

/** How recordings are cut into chapters, as probabilities. */
export type Habit = {
  /** Probability that a chapter of the text begins a chapter of the sound. */
  shared: number;
  /** Probability that a chapter of the sound begins inside one of the text. */
  inside: number;
  /** Sound cut anywhere, as every half hour: one stretch holds all that follows credits. */
  isAnywhere: boolean;
};

/** Within one narration seconds per character hardly differ between chapters (measured: 0.01 to 0.06). */
const PACE_SPREAD = 0.035;
/** Announcements and pauses. */
const PAUSE_SECONDS = 15;
/** A pace further from the mean than this rules a pair out. */
const PACE_RATIO_MAX = 1.6;
const RATIO_SLACK_SECONDS = 60;
const OUTLIER = 0.01;
const CREDIT_SECONDS = 60;
const GROUP_MAX = 12;
/** A group with more chapters than this says nothing about each of them. */
const BLUR_MAX = 3;

type Media = { heard: readonly AudioPart[]; read: readonly Read[]; evidence: (i: number, j: number) => number };

/** All ways to pair chapters of sound and text in order, weighed by pace (characters a second) and titles. */
export function align({ heard, read, evidence }: Media, pace: number, habit: Habit): Alignment {
  const [m, n] = [heard.length, read.length];
  const width = n + 1;
  const seconds = sumsOf(heard.map((part) => part.seconds));
  const length = sumsOf(read.map((part) => part.length));
  const kept = sumsOf(heard.map(({ skip }) => Math.log(1 - skip)));
  const keptText = sumsOf(read.map(({ skip }) => Math.log(1 - skip)));
  const total = at(seconds, m);
  const [split, joined, begin] = [Math.log(habit.inside), Math.log(1 - habit.shared), Math.log(habit.shared)];
  const between = (sums: readonly number[], from: number, count: number) => at(sums, from + count) - at(sums, from);

  const visit: Visit = (i, j, step) => {
    const [sound, text] = [heard[i], read[j]];
    if (sound) step((i + 1) * width + j, Math.log(sound.skip) + unmatchedAudioLogDensity(sound.seconds, total), false);
    if (text) step(i * width + j + 1, Math.log(text.skip), false);
    if (!sound || !text) return;
    const [least, most] = habit.isAnywhere ? [m - i, m - i] : [1, Math.min(GROUP_MAX, m - i)];
    for (let k = least; k <= most; k += 1) {
      const took = between(seconds, i, k);
      const cuts = k === 1 ? 0 : logFactorial(k - 1) + (k - 1) * (split - Math.log(took));
      const sounds = between(kept, i, k) + cuts;
      for (let l = 1; j + l <= n; l += 1) {
        const expected = between(length, j, l) / pace;
        if (expected > took * PACE_RATIO_MAX + RATIO_SLACK_SECONDS) break;
        if (took > expected * PACE_RATIO_MAX + RATIO_SLACK_SECONDS) continue;
        if (!habit.isAnywhere && Math.min(k, l) > 1 && Math.max(k, l) > BLUR_MAX) continue;
        const begins = habit.isAnywhere ? 0 : titlesOf(evidence, i, j, k, l) + begin + (l - 1) * joined;
        step(
          (i + k) * width + j + l,
          sounds + between(keptText, j, l) + begins + durationLogDensity(took, expected),
          true,
        );
      }
    }
  };
  return findPaths(m, n, visit);
}

/** One chapter in one medium: each of the other's titles counts; of more in both, none does. */
function titlesOf(evidence: Media["evidence"], i: number, j: number, k: number, l: number): number {
  if (k > 1 && l > 1) return 0;
  let sum = 0;
  for (let sound = i; sound < i + k; sound += 1) {
    let best = Number.NEGATIVE_INFINITY;
    for (let text = j; text < j + l; text += 1) best = Math.max(best, evidence(sound, text));
    sum += best;
  }
  return sum;
}

/** Probability that sound of `took` seconds reads a text which the pace lets expect to last `expected`. */
export function plausibility(took: number, expected: number): number {
  const usual = usualDensity(took, expected);
  return usual / (usual + outlierDensity(took));
}

/** Log density of lasting `took` seconds. */
function durationLogDensity(took: number, expected: number): number {
  return Math.log(usualDensity(took, expected) + outlierDensity(took));
}

function usualDensity(took: number, expected: number): number {
  return (1 - OUTLIER) * normal(took - expected, Math.hypot(PACE_SPREAD * expected, PAUSE_SECONDS));
}

function outlierDensity(took: number): number {
  return OUTLIER / (2 * took + RATIO_SLACK_SECONDS);
}

function normal(off: number, spread: number): number {
  return Math.exp(-0.5 * (off / spread) ** 2) / (spread * Math.sqrt(2 * Math.PI));
}

/** Log density of sound that isn't in the text: credits, or rarely anything. */
function unmatchedAudioLogDensity(seconds: number, total: number): number {
  return Math.max(-seconds / CREDIT_SECONDS - Math.log(CREDIT_SECONDS), -Math.log(20 * total));
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let factor = 2; factor <= n; factor += 1) sum += Math.log(factor);
  return sum;
}

function sumsOf(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}
