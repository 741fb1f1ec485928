import { expect, test } from "bun:test";

import { cutThePower } from "#tests/support/power-cuts.ts";

test("two power cuts during posts, saves, edits and uploads lose no acknowledged write (Q02, U04)", async () => {
  const { acknowledged, uploads, lost } = await cutThePower(2);
  expect(acknowledged).toBeGreaterThan(6);
  expect(uploads).toBeGreaterThan(0);
  expect(lost).toBe(0);
});
