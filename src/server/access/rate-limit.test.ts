import { expect, test } from "bun:test";

import { createRateLimit } from "./rate-limit.ts";

const at = (seconds: number) => new Date(seconds * 1000);

test("limits calls per key and window, and says when to retry", () => {
  const pass = createRateLimit({ max: 2, windowMs: 60_000, message: "Slow down." });
  pass("mia", at(0));
  pass("mia", at(30));
  expect(() => pass("mia", at(40))).toThrow("Slow down. Please try again in 20 seconds.");
  pass("ben", at(40));
  pass("mia", at(60));
  expect(() => pass("mia", at(61))).toThrow("29 seconds");
});

test("setting the clock back locks nobody out", () => {
  const pass = createRateLimit({ max: 1, windowMs: 60_000, message: "Slow down." });
  pass("mia", at(10_000));
  pass("mia", at(0));
  expect(() => pass("mia", at(1))).toThrow("Slow down.");
});
