import { beforeEach, expect, it } from "bun:test";

import { isRegularVisit } from "./visits.ts";

const load = () => {
  sessionStorage.clear();
  return isRegularVisit();
};
beforeEach(() => localStorage.clear());

it("counts as a regular from the fourth visit", () => {
  expect([1, 2, 3, 4, 5].map(load)).toEqual([false, false, false, true, true]);
});

it("counts a page load once, with the same result throughout", () => {
  expect([load(), ...Array.from({ length: 6 }, isRegularVisit), load()]).toEqual(Array(8).fill(false));
  expect(localStorage.getItem("visits")).toBe("2");
});

it("starts again when the stored value isn't a number", () => {
  localStorage.setItem("visits", "many");
  expect(load()).toBe(false);
});
