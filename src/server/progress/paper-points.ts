import type { PaperPoint } from "#db/paper.ts";

/** Adds a fixed point, and removes those that contradict it. The first and the last page are always fixed. */
export function addPoint(points: readonly PaperPoint[], point: PaperPoint, pages: number): PaperPoint[] {
  if (point.page === 0 || point.page === pages) return [...points];
  const isConsistent = ({ page, fraction }: PaperPoint) =>
    page < point.page ? fraction <= point.fraction : page > point.page && fraction >= point.fraction;
  return [...points.filter(isConsistent), point].toSorted((one, other) => one.page - other.page);
}

type PaperCopy = { pages: number; points: readonly PaperPoint[] };

/** The share of the text before a page, interpolated between the fixed points. */
export function fractionOfPage(page: number, copy: PaperCopy): number {
  return interpolate(page, listPoints(copy));
}

export function pageOfFraction(fraction: number, copy: PaperCopy): number {
  const points = listPoints(copy).map(([page, share]) => [share, page] as const);
  return Math.round(interpolate(fraction, points));
}

type Point = readonly [from: number, to: number];

function listPoints({ pages, points }: PaperCopy): Point[] {
  return [[0, 0], ...points.map(({ page, fraction }) => [page, fraction] as const), [pages, 1]];
}

function interpolate(value: number, points: readonly Point[]): number {
  const next = points.findIndex(([from]) => from >= value);
  const [before, after] = [points[next - 1], points[next]];
  if (!after) return points.at(-1)?.[1] ?? 0;
  if (!before || after[0] === value) return after[1];
  return before[1] + ((value - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
}
