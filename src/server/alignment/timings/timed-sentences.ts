import type { Timed } from "../model/collect-times.ts";
import type { Pauses } from "../model/voice-model.ts";
import type { TextSentence } from "../text/find-marks.ts";
import type { TimedSentence } from "./sentence-timings.ts";

/** Of sentences above this, 9 in 10 or more were right within a second (docs/performance.md). */
const SURE_MIN = { probability: 0.965, fit: -0.6 };
/** Sentences below this aren't shown: their paragraph may be wrong, too. */
const SHOWN_MIN = { probability: 0.5, fit: -1.2 };
/** No narrator is slower, so the rest is something else. */
const SECONDS_PER_CODE_POINT_MAX = 0.25;
const SENTENCE_MIN_SECONDS = 2;

/**
 * Sentences with the times found by the alignment, in order. Each ends where the pause before the next one starts.
 * Excludes a sentence that contradicts a likelier neighbor.
 */
export function selectTimedSentences(
  timed: readonly Timed[],
  sentences: readonly TextSentence[],
  { starts, ends }: Pauses,
): TimedSentence[] {
  const byMark = new Map(sentences.map((sentence) => [sentence.mark, sentence]));
  const pauseBefore = new Map(Array.from(ends, (end, at) => [end, starts[at] ?? end]));
  const seconds = ends.at(-1) ?? 0;
  const selected: Timed[] = [];
  for (const one of timed) {
    if (!isAtLeast(one, SHOWN_MIN)) continue;
    while ((selected.at(-1)?.start ?? -1) >= one.start && (selected.at(-1)?.probability ?? 1) < one.probability)
      selected.pop();
    if ((selected.at(-1)?.start ?? -1) < one.start) selected.push(one);
  }
  return selected.flatMap((one, at): TimedSentence[] => {
    const { mark, start } = one;
    const own = byMark.get(mark);
    if (!own) return [];
    const { section, from, to } = own;
    const longest = start + SENTENCE_MIN_SECONDS + (to - from) * SECONDS_PER_CODE_POINT_MAX;
    const next = selected[at + 1]?.start ?? seconds;
    const end = Math.min(longest, pauseBefore.get(next) ?? next);
    return [{ section, start, end, from, to, sure: isAtLeast(one, SURE_MIN) }];
  });
}

function isAtLeast({ probability, fit }: Timed, least: typeof SURE_MIN): boolean {
  return probability >= least.probability && fit >= least.fit;
}
