import { expect, test } from "bun:test";

import { cutThePower } from "#tests/support/power-cuts.ts";

test("200 power cuts during posts, saves, edits and uploads lose no acknowledged write (Q02, U04)", async () => {
  const { rounds, acknowledged, uploads, lost } = await cutThePower(200);
  console.log(`Q02: ${rounds} power cuts, ${acknowledged} answered writes, ${uploads} replaced files, ${lost} lost`);
  expect(uploads).toBeGreaterThan(0);
  expect(lost).toBe(0);
}, 600_000);
