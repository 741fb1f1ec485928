import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

export type Anchor = { seconds: number; codePoint: number };

/** Below 1, because a page is longer than a sentence. */
const ANCHOR_CONFIDENCE = 0.95;
const CONTRADICTION_SECONDS = 60;
const PACE_RATIO_MAX = 1.4;

/** Adds a member's anchors, the oldest first. A newer one replaces one it contradicts. */
export function insertAnchors(spans: readonly AlignedSpan[], anchors: readonly Anchor[]): AlignedSpan[] {
  const consistentAnchors = anchors.filter(
    ({ seconds }, at) =>
      !anchors.slice(at + 1).some((newer) => Math.abs(newer.seconds - seconds) < CONTRADICTION_SECONDS),
  );
  return consistentAnchors.reduce((all, anchor) => insertAnchor(all, anchor) ?? all, [...spans]);
}

/** Splits the span at the anchor, after joining the spans it contradicts. Null if time or text would run backward. */
function insertAnchor(spans: readonly AlignedSpan[], { seconds, codePoint }: Anchor): AlignedSpan[] | null {
  const pace = meanPace(spans);
  const lastIndex = spans.length - 1;
  let low = Math.max(
    0,
    spans.findLastIndex((span) => span.seconds[0] <= seconds),
  );
  let high = low;
  for (;;) {
    const [first, last] = [spans[low], spans[high]];
    if (!first || !last) return null;
    const before: AlignedSpan = {
      seconds: [first.seconds[0], seconds],
      text: [first.text[0], codePoint],
      sure: [first.sure[0], ANCHOR_CONFIDENCE],
    };
    const after: AlignedSpan = {
      seconds: [seconds, last.seconds[1]],
      text: [codePoint, last.text[1]],
      sure: [ANCHOR_CONFIDENCE, last.sure[1]],
    };
    const [isBeforePlausible, isAfterPlausible] = [isPlausible(before, pace), isPlausible(after, pace)];
    const [canExtendLeft, canExtendRight] = [!isBeforePlausible && low > 0, !isAfterPlausible && high < lastIndex];
    if (canExtendLeft) low -= 1;
    if (canExtendRight) high += 1;
    if (canExtendLeft || canExtendRight) continue;
    if (!isForward(before) || !isForward(after)) return null;
    return [...spans.slice(0, low), before, after, ...spans.slice(high + 1)];
  }
}

function meanPace(spans: readonly AlignedSpan[]): number {
  const sum = (side: "seconds" | "text") => spans.reduce((acc, { [side]: [start, end] }) => acc + end - start, 0);
  return Math.max(0.1, sum("text") / Math.max(1, sum("seconds")));
}

function isForward({ seconds, text }: AlignedSpan): boolean {
  return seconds[1] >= seconds[0] && text[1] >= text[0];
}

function isPlausible({ seconds, text }: AlignedSpan, pace: number): boolean {
  const [duration, expectedDuration] = [seconds[1] - seconds[0], (text[1] - text[0]) / pace];
  if (duration < 0 || expectedDuration < 0) return false;
  return (
    duration <= expectedDuration * PACE_RATIO_MAX + CONTRADICTION_SECONDS &&
    expectedDuration <= duration * PACE_RATIO_MAX + CONTRADICTION_SECONDS
  );
}
