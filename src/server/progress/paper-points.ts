import type { PaperPoint } from "#db/paper.ts";

/** Adds a fixed point, and removes those that contradict it. The first and the last page are always fixed. */
export function addPoint(points: readonly PaperPoint[], point: PaperPoint, pages: number): PaperPoint[] {
  if (point.page === 0 || point.page === pages) return [...points];
  const isConsistent = ({ page, fraction }: PaperPoint) =>
    page < point.page ? fraction <= point.fraction : page > point.page && fraction >= point.fraction;
  return [...points.filter(isConsistent), point].toSorted((one, other) => one.page - other.page);
}

/** The share of the text before a page, interpolated between the fixed points. */
export function fractionOfPage(
  page: number,
  { pages, points }: { pages: number; points: readonly PaperPoint[] },
): number {
  const fixedPoints = [{ page: 0, fraction: 0 }, ...points, { page: pages, fraction: 1 }];
  const next = fixedPoints.findIndex((point) => point.page >= page);
  const [from, to] = [fixedPoints[next - 1], fixedPoints[next]];
  if (!to) return 1;
  if (!from || to.page === page) return to.fraction;
  return from.fraction + ((page - from.page) / (to.page - from.page)) * (to.fraction - from.fraction);
}

export function pageOfFraction(
  fraction: number,
  { pages, points }: { pages: number; points: readonly PaperPoint[] },
): number {
  const all = [{ page: 0, fraction: 0 }, ...points, { page: pages, fraction: 1 }];
  const after = all.findIndex((point) => point.fraction >= fraction);
  const [from, to] = [all[after - 1], all[after]];
  if (!to) return pages;
  if (!from || to.fraction === fraction) return to.page;
  const fractionBetween = (fraction - from.fraction) / (to.fraction - from.fraction);
  return Math.round(from.page + fractionBetween * (to.page - from.page));
}
