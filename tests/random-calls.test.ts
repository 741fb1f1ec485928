import { expect, test } from "bun:test";

import { makeRandomCalls } from "#tests/support/random-calls.ts";

test("2,000 random calls in three roles cause no server error and leave an admin (Z01)", async () => {
  const { calls, faults, statuses } = await makeRandomCalls(2000, 8);
  expect(faults).toEqual([]);
  expect(calls).toBe(2000);
  // they get past the checks
  expect(statuses[200] ?? 0).toBeGreaterThan(120);
  expect(statuses[422] ?? 0).toBeGreaterThan(120);
  // the visitor's third, and little more
  expect(statuses[401] ?? 0).toBeLessThan(800);
});
