import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

import { lowerBound } from "./sparse.ts";
import type { Bounds } from "./transitions.ts";
import { type PauseCandidates, type Pauses, SENTENCE } from "./voice-model.ts";

/** How far the guess may be off where its ends aren't sure. */
const FAR_SECONDS = 1500;
const SURE = 0.9;
/** How exactly the start of a chapter stands in the sound's list of chapters. */
const CHAPTER_SECONDS = 1.5;
const CHAPTER_NATS = 5;

/** Where a guess allows a path, up to `near` seconds from ends that are sure, and what it says for starts of chapters. */
export function boundsOf(
  { kinds, at, spoken }: PauseCandidates,
  { ends }: Pauses,
  guess: readonly AlignedSpan[],
  near: number,
): Bounds {
  const whole = ends.at(-1) ?? 0;
  const pace = (at.at(-1) ?? 0) / Math.max(1, whole);
  const limits = [...ends].map((end): readonly [number, number] => {
    const own = guess.findLast(({ seconds }) => seconds[0] <= end) ?? guess[0];
    if (!own) return [0, kinds.length - 1];
    const { seconds, text, sure } = own;
    const share = Math.min(1, Math.max(0, (end - seconds[0]) / Math.max(1, seconds[1] - seconds[0])));
    const middle = text[0] + share * (text[1] - text[0]);
    const isIn = end <= seconds[1];
    const low = Math.max(middle - FAR_SECONDS * pace, sure[0] >= SURE ? text[0] - near * pace : 0);
    const high = Math.min(
      middle + FAR_SECONDS * pace,
      sure[1] >= SURE && isIn ? text[1] + near * pace : Number.POSITIVE_INFINITY,
    );
    return [lowerBound(at, low), Math.min(kinds.length - 1, lowerBound(at, high))];
  });
  const starts = new Map<number, { second: number; sure: number }>();
  for (const { seconds, text, sure } of guess) {
    if (sure[0] < 0.5 || seconds[0] <= 0) continue;
    let mark = lowerBound(at, text[0]);
    while (mark < kinds.length && (kinds[mark] ?? 0) < SENTENCE) mark += 1;
    starts.set(mark, { second: seconds[0], sure: sure[0] });
  }
  return {
    open: (pause) =>
      pause === 0
        ? [0, spoken.length - 1]
        : pause === ends.length - 1
          ? [0, spoken.length - 1]
          : (limits[pause] ?? [0, 0]),
    bonus: (mark, pause) => {
      const start = starts.get(mark);
      if (!start) return 0;
      const off = Math.abs((ends[pause] ?? 0) - start.second) / CHAPTER_SECONDS;
      return Math.log(1 - start.sure + start.sure * Math.exp(CHAPTER_NATS - off) + 1e-3);
    },
  };
}
