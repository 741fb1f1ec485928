import { afterAll, beforeAll, expect, test } from "bun:test";

import { migrations } from "#db/migrations.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { buildNextVersion } from "#tests/support/next-version.ts";
import { FAULTS, upgradeWith } from "#tests/support/old-club.ts";
import { canInject } from "#tests/support/strace.ts";

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine(0);
});
afterAll(() => machine.remove());

for (const [how, fault] of Object.entries(FAULTS))
  test.skipIf(!canInject)(
    `an upgrade ${how}, whichever it is, continues the next time and loses nothing (M02; skipped without root or strace)`,
    async () => {
      const faults = await upgradeWith(machine, fault, (nth) => nth + 1);
      console.log(`M02: ${faults} upgrades ${how}, each another one: each went on the next time, nothing lost`);
      expect(faults).toBeGreaterThan(4);
    },
    1_800_000,
  );

for (const [how, fault] of Object.entries(FAULTS))
  test.skipIf(!canInject)(
    `so does an upgrade to the next version (M02; skipped without root or strace): ${how}`,
    async () => {
      const newest = migrations.length;
      const { main, remove } = await buildNextVersion(newest);
      machine.runVersion(process.execPath, main);
      const faults = await upgradeWith(machine, fault, (nth) => nth + 1, { from: newest, to: newest + 1 });
      machine.runVersion();
      remove();
      console.log(`M02: ${faults} upgrades to the next version ${how}: each went on the next time, nothing lost`);
      expect(faults).toBeGreaterThan(4);
    },
    1_800_000,
  );
