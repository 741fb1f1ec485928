import { afterAll, beforeAll, expect, test } from "bun:test";

import { createMachine, type Machine } from "#tests/support/machine.ts";
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
    600_000,
  );
