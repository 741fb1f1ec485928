import { beforeEach, expect, it } from "bun:test";

import { countVisit } from "./visits.ts";

beforeEach(() => localStorage.clear());

it("takes somebody for a regular from the fourth visit on", () => {
  expect([1, 2, 3, 4, 5].map(countVisit)).toEqual([false, false, false, true, true]);
});

it("starts again when what the device kept is no number", () => {
  localStorage.setItem("visits", "many");
  expect(countVisit()).toBe(false);
});
