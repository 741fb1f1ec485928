import { expect, test } from "bun:test";

import { openInProcess } from "#tests/model/clubs.ts";
import { checkModel } from "#tests/model/run.ts";

test("the club matches a model after what members and admins do (Z03)", async () => {
  const { writes, accepted } = await checkModel(openInProcess, { length: 180, runs: 1, seed: 9 });
  expect(writes).toBeGreaterThan(50);
  expect(accepted).toBeGreaterThan(30);
});
