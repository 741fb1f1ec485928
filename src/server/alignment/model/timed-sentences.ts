import type { TextSentence } from "./find-marks.ts";
import type { TimedSentence } from "./sentence-timings.ts";
import { lowerBound, valueAt } from "./sparse.ts";
import type { Phrase } from "./transitions.ts";
import { type PauseCandidates, type Pauses, SENTENCE } from "./voice-model.ts";

const SAME_TIME_SECONDS = 1;
const PROBABILITY_MIN = 0.003;
const FIT_WINDOW_PAUSES = 25;
/** Such sentences determine the recording's usual fit. */
const LIKELY_MIN = 0.9;

/**
 * How much better the text explains the audio here than elsewhere, in nats per phrase, because wrong paths also have
 * probable phrases.
 */
export type SentenceStart = { mark: number; start: number; probability: number; fit: number };

export function collectTimes({ kinds, spoken }: PauseCandidates, { starts, ends }: Pauses) {
  const timesByMark = new Map<number, { time: number; share: number }[]>();
  const phrases = new Float64Array(starts.length);
  const weights = new Float64Array(starts.length);
  const addTime = (mark: number, time: number, probability: number) => {
    if (probability < PROBABILITY_MIN) return;
    const markTimes = timesByMark.get(mark);
    if (markTimes) markTimes.push({ time, share: probability });
    else timesByMark.set(mark, [{ time, share: probability }]);
  };
  return {
    add: ({ fromMark, fromPause, toMark, toPause, probability, weight }: Phrase) => {
      phrases[fromPause] = valueAt(phrases, fromPause) + probability;
      weights[fromPause] = valueAt(weights, fromPause) + probability * weight;
      if (valueAt(kinds, fromMark) >= SENTENCE) addTime(fromMark, valueAt(ends, fromPause), probability);
      for (let mark = fromMark + 1; mark < toMark; mark += 1) {
        if (valueAt(kinds, mark) < SENTENCE) continue;
        const fraction =
          (valueAt(spoken, mark) - valueAt(spoken, fromMark)) /
          Math.max(1, valueAt(spoken, toMark) - valueAt(spoken, fromMark));
        addTime(
          mark,
          valueAt(ends, fromPause) + fraction * (valueAt(starts, toPause) - valueAt(ends, fromPause)),
          probability,
        );
      }
    },
    result: (): SentenceStart[] => {
      const fits = smoothFits(phrases, weights);
      const starts = [...timesByMark]
        .toSorted(([one], [other]) => one - other)
        .map(([mark, times]) => {
          const time = findLikeliestTime(times);
          return { mark, ...time, fit: valueAt(fits, Math.max(0, lowerBound(ends, time.start + 0.001) - 1)) };
        });
      const usualFit = median(starts.filter(({ probability }) => probability >= LIKELY_MIN).map(({ fit }) => fit));
      return starts.map((one) => ({ ...one, fit: one.fit - usualFit }));
    },
  };
}

function smoothFits(phrases: Float64Array, weights: Float64Array): Float64Array {
  const fits = new Float64Array(phrases.length);
  let [count, sum] = [0, 0];
  for (let index = -FIT_WINDOW_PAUSES; index < fits.length; index += 1) {
    count += valueAt(phrases, index + FIT_WINDOW_PAUSES) - valueAt(phrases, index - FIT_WINDOW_PAUSES - 1);
    sum += valueAt(weights, index + FIT_WINDOW_PAUSES) - valueAt(weights, index - FIT_WINDOW_PAUSES - 1);
    if (index >= 0) fits[index] = count > 0 ? sum / count : Number.NEGATIVE_INFINITY;
  }
  return fits;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function findLikeliestTime(times: readonly { time: number; share: number }[]): { start: number; probability: number } {
  let best = { start: 0, probability: 0 };
  for (const { time } of times) {
    let sum = 0;
    let sameInstantShare = 0;
    for (const other of times) {
      const difference = Math.abs(other.time - time);
      if (difference <= SAME_TIME_SECONDS) sum += other.share;
      if (difference < 0.02) sameInstantShare += other.share;
    }
    if (sum + sameInstantShare * 0.01 > best.probability)
      best = { start: time, probability: sum + sameInstantShare * 0.01 };
  }
  return { start: best.start, probability: Math.min(1, best.probability) };
}

/** Of sentences above this, 9 in 10 or more were right within a second (docs/performance.md). */
const SURE_MIN = { probability: 0.965, fit: -0.6 };
/** Sentences below this aren't shown: their paragraph may be wrong, too. */
const SHOWN_MIN = { probability: 0.5, fit: -1.2 };
/** No narrator is slower, so the rest is something else. */
const SECONDS_PER_CODE_POINT_MAX = 0.25;
const SENTENCE_MIN_SECONDS = 2;

/** Each ends where the pause before the next one starts. Excludes a sentence that contradicts a likelier neighbor. */
export function selectTimedSentences(
  sentenceStarts: readonly SentenceStart[],
  sentences: readonly TextSentence[],
  { starts, ends }: Pauses,
): TimedSentence[] {
  const byMark = new Map(sentences.map((sentence) => [sentence.mark, sentence]));
  const pauseBefore = new Map(Array.from(ends, (end, at) => [end, starts[at] ?? end]));
  const seconds = ends.at(-1) ?? 0;
  const selected: SentenceStart[] = [];
  for (const one of sentenceStarts) {
    if (!isAtLeast(one, SHOWN_MIN)) continue;
    while ((selected.at(-1)?.start ?? -1) >= one.start && (selected.at(-1)?.probability ?? 1) < one.probability)
      selected.pop();
    if ((selected.at(-1)?.start ?? -1) < one.start) selected.push(one);
  }
  return selected.flatMap((one, at): TimedSentence[] => {
    const { mark, start } = one;
    const sentence = byMark.get(mark);
    if (!sentence) return [];
    const { section, from, to } = sentence;
    const latestEnd = start + SENTENCE_MIN_SECONDS + (to - from) * SECONDS_PER_CODE_POINT_MAX;
    const next = selected[at + 1]?.start ?? seconds;
    const end = Math.min(latestEnd, pauseBefore.get(next) ?? next);
    return [{ section, start, end, from, to, sure: isAtLeast(one, SURE_MIN) }];
  });
}

function isAtLeast({ probability, fit }: SentenceStart, minimum: typeof SURE_MIN): boolean {
  return probability >= minimum.probability && fit >= minimum.fit;
}
