import { afterAll, beforeEach, expect, it } from "bun:test";

import { isRegularVisit } from "./visits.ts";

const load = () => {
  sessionStorage.clear();
  return isRegularVisit();
};
const forget = () => {
  localStorage.clear();
  document.cookie = "home=; Path=/; Max-Age=0";
};
beforeEach(forget);
afterAll(forget);

it("counts as a regular from the fourth visit", () => {
  expect([1, 2, 3, 4, 5].map(load)).toEqual([false, false, false, true, true]);
});

it("tells the server with the third visit, so that the fourth is painted as a regular's", () => {
  expect([1, 2, 3, 4].map(() => (load(), document.cookie.includes("home=low")))).toEqual([false, false, true, true]);
});

it("counts a page load once, with the same result throughout", () => {
  expect([load(), ...Array.from({ length: 6 }, isRegularVisit), load()]).toEqual(Array(8).fill(false));
  expect(localStorage.getItem("visits")).toBe("2");
});

it("starts again when the stored value isn't a number", () => {
  localStorage.setItem("visits", "many");
  expect(load()).toBe(false);
});
