import { expect, test } from "bun:test";

import { addPoint, fractionOfPage, pageOfFraction } from "./paper-points.ts";

const createCopy = (...points: [page: number, fraction: number][]) => ({
  pages: 400,
  points: points.map(([page, fraction]) => ({ page, fraction })),
});

test("maps a page to its share without fixed points", () => {
  expect([0, 100, 400].map((page) => fractionOfPage(page, createCopy()))).toEqual([0, 0.25, 1]);
});

test("interpolates pages linearly between fixed points", () => {
  const fixedCopy = createCopy([100, 0.2], [200, 0.6]);
  expect([50, 100, 150, 200, 300].map((page) => fractionOfPage(page, fixedCopy))).toEqual([0.1, 0.2, 0.4, 0.6, 0.8]);
});

test("drops older fixed points that contradict a newer one", () => {
  const { points } = createCopy([100, 0.2], [200, 0.6], [300, 0.7]);
  expect(addPoint(points, { page: 250, fraction: 0.5 }, 400).map(({ page }) => page)).toEqual([100, 250, 300]);
  expect(addPoint(points, { page: 200, fraction: 0.3 }, 400)[1]).toEqual({ page: 200, fraction: 0.3 });
});

test("adds no fixed point at the first or the last page", () => {
  expect(addPoint([], { page: 0, fraction: 0.5 }, 400)).toEqual([]);
  expect(addPoint([], { page: 400, fraction: 0.5 }, 400)).toEqual([]);
});

test("maps a share to its page, also between fixed points", () => {
  const points = [
    { page: 100, fraction: 0.5 },
    { page: 120, fraction: 0.5 },
  ];
  for (const page of [0, 1, 50, 99, 100, 121, 300, 399, 400])
    expect(pageOfFraction(fractionOfPage(page, { pages: 400, points }), { pages: 400, points })).toBe(page);
  expect(pageOfFraction(2, { pages: 400, points })).toBe(400);
});
