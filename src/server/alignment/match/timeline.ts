import type { Timeline } from "#contract/timeline.ts";
import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

import { DRIFT, estimatePaceTrends } from "./trends.ts";

const MINUTE = 60;
/** Long stretches are sure near their ends alone. */
const PIECE_SECONDS = 300;
const PIECES_MAX = 12;

/** A timeline whose confidence is the probability of being right within a minute. */
export function toTimeline(stretches: readonly AlignedSpan[], seconds: number, length: number): Timeline {
  const points: Timeline = [{ seconds: 0, fraction: 0, confidence: 0 }];
  const add = (at: number, codePoints: number, confidence: number) => {
    const fraction = Math.min(1, codePoints / Math.max(1, length));
    const last = points.at(-1);
    if (last && (at < last.seconds || fraction < last.fraction)) return;
    if (last && last.seconds === at && last.fraction === fraction) points.pop();
    points.push({ seconds: at, fraction, confidence });
  };
  const bends = estimatePaceTrends(stretches);
  for (const [at, { seconds: sound, text, sure }] of stretches.entries()) {
    const bend = bends[at] ?? 0;
    const long = sound[1] - sound[0];
    const pieces = Math.min(PIECES_MAX, Math.ceil(long / PIECE_SECONDS));
    for (let piece = 0; piece < pieces; piece += 1) {
      const share = piece / pieces;
      const middle = share + 0.5 / pieces;
      const confidence =
        (sure[0] * (1 - middle) + sure[1] * middle) * withinMinute(DRIFT * Math.sqrt(long * middle * (1 - middle)));
      const ahead = bend * share * (1 - share);
      add(sound[0] + share * long - ahead, text[0] + share * (text[1] - text[0]), confidence);
    }
    add(sound[1], text[1], 0);
  }
  add(seconds, length, 0);
  return points;
}

/** Probability that a normal error of this spread, in seconds, is less than a minute. */
function withinMinute(spread: number): number {
  return Math.tanh((MINUTE / Math.max(1, spread)) * 0.7979 * (1 + 0.0447 * (MINUTE / Math.max(1, spread)) ** 2));
}
