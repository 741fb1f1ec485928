import { expect, test } from "bun:test";

import { coverTitle } from "./book-cover.tsx";

test("a long word makes the type smaller, never a break", () => {
  expect(coverTitle("Emma").size).toBe(0.11);
  expect(coverTitle("Buddenbrooks").size).toBeLessThan(0.11);
  expect(coverTitle("Buddenbrooks").size).toBeGreaterThan(0.07);
  expect(coverTitle("Donaudampfschifffahrtsgesellschaft").size).toBeLessThan(0.04);
});

test("a long title is set smaller, then loses words", () => {
  expect(coverTitle("The Wind in the Willows").size).toBe(0.09);
  const { text, size } = coverTitle("The Life and Opinions of Tristram Shandy, Gentleman, and What Became of Him");
  expect([text, size]).toEqual(["The Life and Opinions of Tristram Shandy, Gentleman, and…", 0.075]);
  expect(coverTitle("x".repeat(80)).text).toBe(`${"x".repeat(56)}…`);
});

test("sets text that breaks anywhere in the largest type", () => {
  expect(coverTitle("吾輩は猫である").size).toBe(0.11);
});
