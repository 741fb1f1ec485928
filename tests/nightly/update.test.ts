import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";

import { until } from "#tests/support/until.ts";
import { createUpdatedClub } from "#tests/support/updated-club.ts";

let club: Awaited<ReturnType<typeof createUpdatedClub>>;
beforeEach(async () => {
  club = await createUpdatedClub();
}, 300_000);
afterEach(() => club.remove());

test("an update with the right checksum runs the new file, and keeps the old one", async () => {
  writeFileSync(club.at("new"), "\n", { flag: "a" });
  const [old, fresh] = [club.hash("bin/bookclub"), club.hash("new")];
  expect(await club.updated(club.at("new"), fresh.toUpperCase())).toMatchObject({ code: 0 });
  expect([club.hash("bin/bookclub"), club.hash("bin/bookclub.old")]).toEqual([fresh, old]);
  expect(await club.answers()).toBe(true);
  expect(club.isUnfinished()).toBe(false);
}, 300_000);

test("without an address, the club is asked at its own port, and a version that doesn't answer is taken back", async () => {
  expect(await club.updatedUnasked(club.at("new"))).toMatchObject({ code: 0 });
  const { code, said } = await club.updatedUnasked(club.at("bad"));
  expect([code, said]).toEqual([1, expect.stringContaining("runs the old version again")]);
  expect(await club.answers()).toBe(true);
}, 300_000);

test("a wrong checksum, given or beside the file, changes nothing", async () => {
  const before = club.hash("bin/bookclub");
  expect(await club.updated(club.at("new"), "0".repeat(64))).toMatchObject({ code: 1 });
  writeFileSync(club.at("SHA256SUMS"), `${"0".repeat(64)}  new\n`);
  const { code, said } = await club.updated(club.at("new"));
  expect([code, said]).toEqual([1, expect.stringContaining("The checksum is wrong")]);
  writeFileSync(club.at("SHA256SUMS"), `${club.hash("new")}  new\n`);
  expect(await club.updated(club.at("new"))).toMatchObject({ code: 0 });
  expect(club.hash("bin/bookclub")).toBe(before);
}, 300_000);

test("a file whose doctor fails changes nothing, and neither does one that isn't there", async () => {
  const before = club.hash("bin/bookclub");
  writeFileSync(club.at("sick"), "#!/bin/sh\nexit 1\n");
  // the club's own doctor is content
  await club.makeHealthy();
  expect(await club.updated(club.at("sick"))).toMatchObject({ code: 1 });
  expect(await club.updated(club.at("nothing"))).toMatchObject({ code: 1 });
  expect(club.hash("bin/bookclub")).toBe(before);
  expect(await club.answers()).toBe(true);
}, 300_000);

test("a file that the processor can't run changes nothing, and the update says why", async () => {
  writeFileSync(club.at("modern"), "#!/bin/sh\nkill -ILL $$\n");
  const before = club.hash("bin/bookclub");
  const { code, said } = await club.updated(club.at("modern"));
  expect([code, said]).toEqual([1, expect.stringContaining("must know AVX2")]);
  expect([club.hash("bin/bookclub"), await club.answers()]).toEqual([before, true]);
}, 300_000);

test("a new version that doesn't answer is taken back, with the database from before", async () => {
  const before = club.hash("bin/bookclub");
  const { code, said } = await club.updated(club.at("bad"));
  expect([code, said]).toEqual([1, expect.stringContaining("runs the old version again")]);
  expect([club.hash("bin/bookclub"), await club.answers(), club.isUnfinished()]).toEqual([before, true, false]);
}, 300_000);

test.each(["new", "bad"])(
  "after a power cut before any step of an update to a %s version, another update leaves a club that runs",
  async (name) => {
    await club.updated(club.at(name));
    const steps = club.steps();
    const switched = steps.findIndex((step) => step.endsWith("bookclub.new " + club.at("bin/bookclub")));
    expect(switched).toBeGreaterThan(5);
    copyFileSync(club.at("new"), club.at("again"));
    for (const [at, step] of steps.entries()) {
      await club.cutAt(at + 1, club.at(name));
      // until then, the old version is in place
      if (at <= switched) expect([step, await until(club.answers)]).toEqual([step, true]);
      expect([step, await club.updated(club.at("again"))]).toMatchObject([step, { code: 0 }]);
      expect([step, await club.answers(), club.isUnfinished()]).toEqual([step, true, false]);
    }
    console.log(`cut before each of ${steps.length} steps of an update to a ${name} version`);
  },
  1_200_000,
);
