import { expect, test } from "bun:test";

import { faketime, openExecutable, openInProcess } from "#tests/model/clubs.ts";
import { checkModel } from "#tests/model/run.ts";

const seed = Math.floor(Math.random() * 1e9);

test("forty clubs match a model after each of up to 400 actions (Z03)", async () => {
  const { writes, accepted } = await checkModel(openInProcess, { length: 400, runs: 40, seed });
  console.log(`Z03: ${writes} writes with seed ${seed}, ${accepted} of them accepted`);
  expect(accepted).toBeGreaterThan(writes / 3);
}, 900_000);

test.skipIf(!faketime)(
  "so are four whose executable is killed again and again (Z03; skipped without libfaketime)",
  async () => {
    const { writes, kills } = await checkModel(openExecutable, { length: 400, runs: 4, seed, shrinks: false });
    console.log(`Z03: ${writes} writes, killed ${kills} times`);
    expect(kills).toBeGreaterThan(0);
  },
  900_000,
);
