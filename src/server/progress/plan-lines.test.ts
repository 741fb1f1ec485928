import { expect, test } from "bun:test";

import { createPlanSteps } from "./plan-lines.ts";

const chaptersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, title: `Chapter ${index + 1}`, end: (index + 1) / count }));

test.each([0, 1, 3, 40, 200])("ends ten weeks with %p chapters on the meeting's day", (count) => {
  const planSteps = createPlanSteps("2026-03-01", "2026-05-10", chaptersOf(count));
  expect(planSteps).toHaveLength(10);
  expect([planSteps[0]?.by, planSteps.at(-1)?.by]).toEqual(["2026-03-08", "2026-05-10"]);
  const fractions = planSteps.map(({ fraction }) => fraction);
  expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
  expect(new Set(fractions).size).toBe(10);
  expect(fractions.at(-1)).toBe(1);
  for (const [at, fraction] of fractions.entries())
    expect(Math.abs(fraction - (at + 1) / 10)).toBeLessThanOrEqual(0.05);
  expect(planSteps.filter(({ chapter }) => chapter).length).toBe(count >= 40 ? 10 : count);
});

test("a meeting eight days ahead has one line, a nearer one none", () => {
  expect(createPlanSteps("2026-03-01", "2026-03-09", chaptersOf(3))).toEqual([
    { by: "2026-03-09", fraction: 1, chapter: { index: 2, title: "Chapter 3" } },
  ]);
  expect(createPlanSteps("2026-03-01", "2026-03-08", chaptersOf(3))).toEqual([]);
});

test("omits a first line of less than four days", () => {
  expect(createPlanSteps("2026-03-01", "2026-03-12", []).map(({ by }) => by)).toEqual(["2026-03-05", "2026-03-12"]);
  expect(createPlanSteps("2026-03-01", "2026-03-11", []).map(({ by }) => by)).toEqual(["2026-03-11"]);
});
