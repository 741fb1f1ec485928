import { firstIndexFrom } from "#contract/chapters.ts";

/** Maps positions of one edition to another: increasing points [from, to, …] with linear interpolation. */
export type Crosswalk = readonly number[];
/** Passages that are at another position in the other edition. */
export type MovedPassage = readonly [from: number, end: number, to: number, toEnd: number];
/** The same point in both editions. */
export type PointPair = readonly [from: number, to: number];

/** A passage this much longer in the other edition is additional content. */
const UNMATCHED_RATIO_MAX = 4;
const UNMATCHED_SLACK_FRACTION = 0.02;
/** A smaller gap counts as empty, so text was removed. A chapter that is only shorter keeps its shares. */
const EMPTY_GAP_MAX_FRACTION = 0.002;
const POINTS_MAX = 3000;
const END_TOLERANCE = 1e-6;
const BEFORE_END = 1 - Number.EPSILON;
/** Separates positions at the very start. */
const SMALLEST_FRACTION = 1e-300;
/** The size of the gap for text that only one edition has, if its length is unknown. */
export const FRACTION_UNIT = 1e-6;

export const IDENTITY_CROSSWALK: Crosswalk = [0, 0, 1, 1];

/** Strictly increasing below the end, so that withheld notes don't become visible. */
export function mapPosition(crosswalk: Crosswalk, position: number): number {
  const end = crosswalk.at(-2) ?? 0;
  return position < end * BEFORE_END ? interpolate(crosswalk, position) : mapEnd(crosswalk, position < end);
}

/**
 * A member who reached the end hasn't read text that only the other edition has after it, unless this one lost it: lost
 * text ends just before the end.
 */
function mapEnd(crosswalk: Crosswalk, isLost: boolean): number {
  const [lastFrom = 0, lastTo = 0, from = 1, to = 1] = crosswalk.slice(-4);
  const [gapFrom, gapTo] = [(from - lastFrom) / from, (to - lastTo) / to];
  if (isLost || isUnmatched(gapFrom, gapTo)) return to * BEFORE_END;
  return isUnmatched(gapTo, gapFrom) ? lastTo : to;
}

const isUnmatched = (gap: number, otherGap: number) => gap > UNMATCHED_RATIO_MAX * otherGap + UNMATCHED_SLACK_FRACTION;

function interpolate(crosswalk: Crosswalk, position: number): number {
  const afterIndex = firstIndexFrom(crosswalk.length / 2, (point) => (crosswalk[point * 2] ?? 0) <= position);
  const at = Math.max(0, afterIndex - 1) * 2;
  const [from, to] = [crosswalk[at] ?? 0, crosswalk[at + 1] ?? 0];
  const [nextFrom, nextTo] = [crosswalk[at + 2] ?? from, crosswalk[at + 3] ?? to];
  if (position <= from || nextFrom <= from) return to;
  return Math.min(nextTo, to + ((position - from) / (nextFrom - from)) * (nextTo - to));
}

/** Null outside of these passages. */
export function mapMoved(passages: readonly MovedPassage[], position: number): number | null {
  const passage = passages.find(([from, end]) => from <= position && position < end);
  if (!passage) return null;
  const [from, end, to, toEnd] = passage;
  return to + ((position - from) / (end - from)) * (toEnd - to);
}

export function invertMoved(passages: readonly MovedPassage[]): MovedPassage[] {
  return passages.map(([from, end, to, toEnd]) => [to, toEnd, from, end]);
}

/** Restores the order of positions before the end that rounding made equal, which would reveal withheld notes. */
export function preservingOrder(
  positions: readonly number[],
  map: (position: number) => number,
): (position: number) => number {
  const sorted = [...new Set(positions)]
    .filter((position) => position < BEFORE_END)
    .toSorted((one, other) => one - other);
  const mapped = sorted.map(map);
  for (let at = mapped.length - 1; at >= 0; at -= 1)
    mapped[at] = Math.min(mapped[at] ?? 0, (mapped[at + 1] ?? BEFORE_END) * (1 - Number.EPSILON));
  let minPosition = 0;
  for (const [at, position] of mapped.entries()) {
    mapped[at] = Math.max(position, minPosition);
    minPosition = Math.max(position, minPosition) * (1 + Number.EPSILON) + SMALLEST_FRACTION;
  }
  const byPosition = new Map(sorted.map((position, at) => [position, mapped[at] ?? position]));
  return (position) => byPosition.get(position) ?? map(position);
}

/** The inverse, so that a former edition that is uploaded again restores all positions. */
export function invertCrosswalk(crosswalk: Crosswalk): Crosswalk {
  const swapped = crosswalk.map((_, at) => crosswalk[at % 2 === 0 ? at + 1 : at - 1] ?? 0);
  const [from = 0, to = 0] = swapped.slice(-2);
  // text that only the removed edition has at its end is before the end of the other
  return from < to && to === 1 ? [...swapped.slice(0, -1), to * (1 - END_TOLERANCE), 1, to] : swapped;
}

/** Maps by `first`, then by `second`. */
export function joinCrosswalks(first: Crosswalk, second: Crosswalk): Crosswalk {
  const backward = invertCrosswalk(first);
  const pairs = [
    ...toPairs(first).map(([from, middle]): PointPair => [from, interpolate(second, middle)]),
    ...toPairs(second).map(([middle, to]): PointPair => [interpolate(backward, middle), to]),
  ];
  return createCrosswalk(longestChain(pairs), [1, 1], FRACTION_UNIT);
}

function toPairs(crosswalk: Crosswalk): PointPair[] {
  return Array.from({ length: crosswalk.length / 2 }, (_, at) => [crosswalk[at * 2] ?? 0, crosswalk[at * 2 + 1] ?? 0]);
}

/** Text that only one edition has becomes a gap of `unit`, which is reversible. @param pairs in order */
export function createCrosswalk(
  pairs: readonly PointPair[],
  [from, to]: readonly [number, number],
  unit: number,
): Crosswalk {
  if (pairs.length === 0 || from <= 0 || to <= 0) return IDENTITY_CROSSWALK;
  const [unitFrom, unitTo] = [unit / from, unit / to];
  const points: [number, number][] = [[0, 0]];
  const targets = [...pairs.map(([a, b]): [number, number] => [a / from, b / to]), [1, 1] as [number, number]];
  for (const [index, [a, b]] of targets.entries()) {
    const [lastA, lastB] = points.at(-1) ?? [0, 0];
    const [gapA, gapB] = [a - lastA, b - lastB];
    const isLastTarget = index === targets.length - 1;
    if (!isLastTarget && gapA < unitFrom && gapB < unitTo) continue;
    const isInserted = isUnmatched(gapB, gapA);
    const isRemoved = gapB < EMPTY_GAP_MAX_FRACTION && isUnmatched(gapA, gapB);
    const proportional = Math.min(b, lastB + gapA * (from / to));
    if (isInserted && gapA > 2 * unitFrom) points.push([a - unitFrom, proportional], [a, b]);
    else if (isRemoved && gapB > 2 * unitTo) points.push([lastA + gapB * (to / from), b - unitTo], [a, b]);
    else points.push([a, b]);
  }
  const increasing = toIncreasing(points, unitFrom, unitTo).map(([a, b]): [number, number] => [
    Math.min(1, a),
    Math.min(1, b),
  ]);
  return simplify(increasing).flat();
}

function toIncreasing(points: readonly [number, number][], unitFrom: number, unitTo: number): [number, number][] {
  const increasing = points.map(([a, b]): [number, number] => [a, b]);
  for (let at = increasing.length - 2; at > 0; at -= 1) {
    const [current, next] = [increasing[at], increasing[at + 1]];
    if (!current || !next) continue;
    increasing[at] = [Math.min(current[0], next[0] - unitFrom), Math.min(current[1], next[1] - unitTo)];
  }
  for (let at = 1; at < increasing.length; at += 1) {
    const [current, last] = [increasing[at], increasing[at - 1]];
    if (!current || !last) continue;
    increasing[at] = [Math.max(current[0], last[0] + unitFrom / 2), Math.max(current[1], last[1] + unitTo / 2)];
  }
  return increasing;
}

/** Removes points on the lines between their neighbors. Of too many, those that bend least are removed, too. */
function simplify(points: [number, number][]): [number, number][] {
  for (let tolerance = 1e-9; ; tolerance *= 10) {
    const selected = points.slice(0, 1);
    let from = 0;
    for (let at = 1; at < points.length; at += 1) {
      const isLast = at === points.length - 1;
      if (!isLast && isOnLineBetween(points, from, at + 1, tolerance)) continue;
      selected.push(points[at] ?? [1, 1]);
      from = at;
    }
    if (selected.length <= POINTS_MAX) return selected;
  }
}

const LOOKBACK_POINTS_MAX = 200;

function isOnLineBetween(points: readonly [number, number][], from: number, to: number, tolerance: number): boolean {
  const [start, end] = [points[from], points[to]];
  if (!start || !end || to - from > LOOKBACK_POINTS_MAX) return false;
  for (let at = from + 1; at < to; at += 1) {
    const [a, b] = points[at] ?? start;
    const line = start[1] + ((a - start[0]) / (end[0] - start[0])) * (end[1] - start[1]);
    if (Math.abs(line - b) > tolerance) return false;
  }
  return true;
}

/** The longest chain that increases in both editions. */
export function longestChain(pairs: readonly PointPair[]): PointPair[] {
  const sorted = pairs.toSorted((one, other) => one[0] - other[0] || other[1] - one[1]);
  const ends: number[] = [];
  const previousIndexes = new Int32Array(sorted.length);
  for (const [index, [, to]] of sorted.entries()) {
    const length = firstIndexFrom(ends.length, (at) => (sorted[ends[at] ?? 0]?.[1] ?? 0) < to);
    previousIndexes[index] = length > 0 ? (ends[length - 1] ?? -1) : -1;
    ends[length] = index;
  }
  const chain: PointPair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previousIndexes[at] ?? -1) {
    const pair = sorted[at];
    if (pair) chain.push(pair);
  }
  return chain.toReversed();
}
