import { expect, test } from "bun:test";

import { cutThePower } from "#tests/support/power-cuts.ts";

test("five power cuts during posts, saves, edits and uploads lose no acknowledged write (Q02, U04)", async () => {
  const { acknowledged, uploads, lost } = await cutThePower(5);
  expect(acknowledged).toBeGreaterThan(15);
  expect(uploads).toBeGreaterThan(0);
  expect(lost).toBe(0);
});
