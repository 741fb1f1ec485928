import { expect, test } from "bun:test";

import { createRateLimit } from "./rate-limit.ts";

const at = (seconds: number) => new Date(seconds * 1000);

test("limits calls per subject and window, and says when to retry", () => {
  const pass = createRateLimit({ max: 2, windowMs: 60_000, message: "Slow down." });
  pass({ member: 1 }, at(0));
  pass({ member: 1 }, at(30));
  expect(() => pass({ member: 1 }, at(40))).toThrow("Slow down. Please try again in 20 seconds.");
  pass({ member: 2 }, at(40));
  pass({ member: 1 }, at(60));
  expect(() => pass({ member: 1 }, at(61))).toThrow("29 seconds");
});

test("setting the clock back locks nobody out", () => {
  const pass = createRateLimit({ max: 1, windowMs: 60_000, message: "Slow down." });
  pass({ member: 1 }, at(10_000));
  pass({ member: 1 }, at(0));
  expect(() => pass({ member: 1 }, at(1))).toThrow("Slow down.");
});
