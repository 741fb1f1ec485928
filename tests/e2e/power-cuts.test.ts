import { expect, test } from "bun:test";

import { cutThePower } from "#tests/support/power-cuts.ts";

test("fifteen power cuts under posts, saves and edits lose nothing that was answered (Q02)", async () => {
  const { acknowledged, lost } = await cutThePower(15);
  expect(acknowledged).toBeGreaterThan(45);
  expect(lost).toBe(0);
}, 120_000);
