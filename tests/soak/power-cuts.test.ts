import { expect, test } from "bun:test";

import { cutThePower } from "#tests/support/power-cuts.ts";

test("200 power cuts under posts, saves and edits lose nothing that was answered (Q02)", async () => {
  const { rounds, acknowledged, lost } = await cutThePower(200);
  console.log(`Q02: ${rounds} power cuts, ${acknowledged} answered writes, ${lost} lost`);
  expect(lost).toBe(0);
}, 600_000);
