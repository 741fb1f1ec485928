import type { AlignedSpan } from "#server/adapters/alignment-cache.ts";

export type Anchor = { userId: number; seconds: number; codePoint: number };

/** Below 1, because a page is longer than a sentence. */
const ANCHOR_CONFIDENCE = 0.95;
const CONTRADICTION_SECONDS = 60;
const PACE_RATIO_MAX = 1.4;
const AGREEMENT_WINDOW_SECONDS = 300;
const AGREEMENT_OFFSET_MAX_SECONDS = 30;
const AGREEING_MEMBERS_MIN = 2;
const FIXED_CONFIDENCE_MIN = 0.8;

/** Adds a member's own anchors, the oldest first. A newer one replaces one it contradicts. */
export function withOwnAnchors(stretches: readonly AlignedSpan[], anchors: readonly Anchor[]): AlignedSpan[] {
  const consistentAnchors = anchors.filter(
    ({ seconds }, at) =>
      !anchors.slice(at + 1).some((newer) => Math.abs(newer.seconds - seconds) < CONTRADICTION_SECONDS),
  );
  return consistentAnchors.reduce(
    (all, anchor) => insertAnchor(all, anchor, [0, all.length - 1], true) ?? all,
    [...stretches],
  );
}

export function withAgreedAnchors(stretches: readonly AlignedSpan[], anchors: readonly Anchor[]) {
  let spans = [...stretches];
  let agreedCount = 0;
  for (const anchor of findAgreement(stretches, anchors)) {
    const next = insertAnchor(spans, anchor, findFixedEnds(spans, anchor), false);
    if (next) agreedCount += 1;
    spans = next ?? spans;
  }
  return { stretches: spans, agreed: agreedCount };
}

function secondsAt(stretches: readonly AlignedSpan[], codePoint: number): number {
  const span = stretches.findLast(({ text }) => text[0] <= codePoint) ?? stretches[0];
  if (!span) return 0;
  const { seconds, text } = span;
  const ratio = Math.min(1, Math.max(0, (codePoint - text[0]) / Math.max(1, text[1] - text[0])));
  return seconds[0] + ratio * (seconds[1] - seconds[0]);
}

function findAgreement(stretches: readonly AlignedSpan[], anchors: readonly Anchor[]): Anchor[] {
  const offsets = anchors
    .map((anchor) => ({ anchor, offsetSeconds: anchor.seconds - secondsAt(stretches, anchor.codePoint) }))
    .toSorted((one, other) => one.anchor.seconds - other.anchor.seconds);
  const groups: Anchor[][] = [];
  const usedAnchors = new Set<Anchor>();
  for (const [at, first] of offsets.entries()) {
    if (usedAnchors.has(first.anchor)) continue;
    const members = new Map([[first.anchor.userId, first.anchor]]);
    for (const { anchor, offsetSeconds: offset } of offsets.slice(at + 1)) {
      if (anchor.seconds - first.anchor.seconds > AGREEMENT_WINDOW_SECONDS) break;
      if (!usedAnchors.has(anchor) && Math.abs(offset - first.offsetSeconds) <= AGREEMENT_OFFSET_MAX_SECONDS)
        members.set(anchor.userId, anchor);
    }
    if (members.size < AGREEING_MEMBERS_MIN) continue;
    groups.push([...members.values()]);
    for (const anchor of members.values()) usedAnchors.add(anchor);
  }
  return groups
    .toSorted((one, other) => other.length - one.length)
    .map((group) => ({ userId: 0, seconds: meanOf(group, "seconds"), codePoint: meanOf(group, "codePoint") }));
}

function meanOf(group: readonly Anchor[], axis: "seconds" | "codePoint"): number {
  return group.reduce((sum, anchor) => sum + anchor[axis], 0) / group.length;
}

function findFixedEnds(stretches: readonly AlignedSpan[], { seconds }: Anchor): [number, number] {
  const spanIndex = Math.max(
    0,
    stretches.findLastIndex((stretch) => stretch.seconds[0] <= seconds),
  );
  let [low, high] = [spanIndex, spanIndex];
  while (low > 0 && (stretches[low]?.sure[0] ?? 0) < FIXED_CONFIDENCE_MIN) low -= 1;
  while (high < stretches.length - 1 && (stretches[high]?.sure[1] ?? 0) < FIXED_CONFIDENCE_MIN) high += 1;
  return [low, high];
}

/** Splits the span at the anchor, after joining the spans it contradicts. Null if the resulting pace is implausible. */
function insertAnchor(
  stretches: readonly AlignedSpan[],
  { seconds, codePoint }: Anchor,
  [from, to]: readonly [number, number],
  isOwn: boolean,
): AlignedSpan[] | null {
  const pace = meanPace(stretches);
  const spanIndex = stretches.findLastIndex((stretch) => stretch.seconds[0] <= seconds);
  let low = Math.min(to, Math.max(from, spanIndex));
  let high = low;
  for (;;) {
    const [first, last] = [stretches[low], stretches[high]];
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
    const [canExtendLeft, canExtendRight] = [!isBeforePlausible && low > from, !isAfterPlausible && high < to];
    if (canExtendLeft) low -= 1;
    if (canExtendRight) high += 1;
    if (canExtendLeft || canExtendRight) continue;
    const isConsistent = (isBeforePlausible && isAfterPlausible) || (isOwn && isForward(before) && isForward(after));
    return isConsistent ? [...stretches.slice(0, low), before, after, ...stretches.slice(high + 1)] : null;
  }
}

function meanPace(stretches: readonly AlignedSpan[]): number {
  const sum = (side: "seconds" | "text") => stretches.reduce((acc, { [side]: [start, end] }) => acc + end - start, 0);
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
