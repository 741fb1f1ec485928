import { expect, test } from "bun:test";

import { makeRandomCalls } from "#tests/support/random-calls.ts";

test("50,000 random calls in each of three roles cause no server error and leave an admin (Z01)", async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const { calls, statuses, faults } = await makeRandomCalls(150_000, seed);
  console.log(`Z01: ${calls} calls with seed ${seed}, by status ${JSON.stringify(statuses)}`);
  expect(faults).toEqual([]);
}, 600_000);
