import type { Timed } from "../model/collect-times.ts";
import type { Pauses } from "../model/voice-model.ts";
import type { TextSentence } from "../text/marks-of-book.ts";
import type { TimedSentence } from "./heard.ts";

/** From here on a sentence is sure: of those, 9 in 10 or more were right within a second (docs/performance.md). */
const SURE = { probability: 0.965, fit: -0.6 };
/** Others aren't shown: their paragraph may be wrong, too. */
const SHOWN = { probability: 0.5, fit: -1.2 };
/** No voice takes this long for a code point, so what follows is something else. */
const SLOWEST = 0.25;
const LEAST_SECONDS = 2;

/**
 * Sentences with the times that a path found for them, in order. Each ends where the pause before the next one begins.
 * What contradicts a likelier neighbor is left out.
 */
export function readByPauses(
  timed: readonly Timed[],
  sentences: readonly TextSentence[],
  { starts, ends }: Pauses,
): TimedSentence[] {
  const byMark = new Map(sentences.map((sentence) => [sentence.mark, sentence]));
  const pauseBefore = new Map(Array.from(ends, (end, at) => [end, starts[at] ?? end]));
  const seconds = ends.at(-1) ?? 0;
  const kept: Timed[] = [];
  for (const one of timed) {
    if (!isAtLeast(one, SHOWN)) continue;
    while ((kept.at(-1)?.start ?? -1) >= one.start && (kept.at(-1)?.probability ?? 1) < one.probability) kept.pop();
    if ((kept.at(-1)?.start ?? -1) < one.start) kept.push(one);
  }
  return kept.flatMap((one, at): TimedSentence[] => {
    const { mark, start } = one;
    const own = byMark.get(mark);
    if (!own) return [];
    const { section, from, to } = own;
    const longest = start + LEAST_SECONDS + (to - from) * SLOWEST;
    const next = kept[at + 1]?.start ?? seconds;
    const end = Math.min(longest, pauseBefore.get(next) ?? next);
    return [{ section, start, end, from, to, sure: isAtLeast(one, SURE) }];
  });
}

function isAtLeast({ probability, fit }: Timed, least: typeof SURE): boolean {
  return probability >= least.probability && fit >= least.fit;
}
