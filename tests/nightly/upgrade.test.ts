import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { migrations } from "#db/migrations.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { buildNextVersion } from "#tests/support/next-version.ts";
import { expectAllOf, makeOldClub, schemaOf } from "#tests/support/old-club.ts";
import { canInject } from "#tests/support/strace.ts";

/** A failure injected into an upgrade: strace's `args` for the n-th call; `says`: a failed command's output. */
type InjectedFailure = { args: (nth: number) => string[]; says?: string };
const INJECTED_FAILURES = {
  "killed at a sync": { args: (nth) => ["-e", `inject=fsync,fdatasync:signal=KILL:when=${nth}`] },
  "killed at a write": {
    args: (nth) => ["-e", "trace=pwrite64", "-e", `inject=pwrite64:signal=KILL:when=${nth}`],
  },
  "on a full disk": {
    args: (nth) => ["--seccomp-bpf", "-e", "trace=pwrite64", "-e", `inject=pwrite64:error=ENOSPC:when=${nth}+`],
    says: "full",
  },
} satisfies Record<string, InjectedFailure>;

/**
 * Upgrades a club between two schema versions again and again, with a failure at a later call each time, until it
 * succeeds (TESTS M02). The copy must stay intact, and the next command continues with all data. @returns how many
 * failures it took
 */
async function upgradeWith(
  machine: Machine,
  { args: commandArgs, says }: InjectedFailure,
  nextNth: (nth: number) => number,
  { from, to } = { from: 1, to: migrations.length },
) {
  let failureCount = 0;
  for (let nth = 1; ; nth = nextNth(nth)) {
    const clubBefore = makeOldClub(machine, from);
    machine.runUnder("strace", "-f", "-qq", "-o", "/dev/null", ...commandArgs(nth));
    const { exitCode, stderr } = await machine.run("invite", "list");
    machine.runUnder();
    const backups = join(machine.storage, "backups");
    for (const name of existsSync(backups) ? readdirSync(backups) : [])
      if (name.endsWith(".db")) expect(schemaOf(join(backups, name)).version).toBe(from);
    if (exitCode !== 0 && says) expect([stderr.includes(says), stderr.split("\n").length]).toEqual([true, 1]);
    expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
    expect(schemaOf(join(machine.storage, "bookclub.db")).version).toBe(to);
    expectAllOf(machine, clubBefore);
    expect(existsSync(join(backups, `before-upgrade-from-${from}.db`))).toBe(true);
    if (exitCode === 0) return failureCount;
    failureCount += 1;
    expect(failureCount).toBeLessThan(1000);
  }
}

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine(0);
});
afterAll(() => machine.remove());

for (const [failureName, failure] of Object.entries(INJECTED_FAILURES))
  test.skipIf(!canInject)(
    `continues an upgrade ${failureName} (M02; needs root and strace)`,
    async () => {
      const failureCount = await upgradeWith(machine, failure, (nth) => nth + 1);
      console.log(
        `M02: ${failureCount} upgrades ${failureName}, each another one: each went on the next time, nothing lost`,
      );
      expect(failureCount).toBeGreaterThan(4);
    },
    1_800_000,
  );

for (const [failureName, failure] of Object.entries(INJECTED_FAILURES))
  test.skipIf(!canInject)(
    `continues to the next version ${failureName} (M02; needs strace)`,
    async () => {
      const newestSchema = migrations.length;
      const { main, remove } = await buildNextVersion(newestSchema);
      machine.runVersion(process.execPath, main);
      const failureCount = await upgradeWith(machine, failure, (nth) => nth + 1, {
        from: newestSchema,
        to: newestSchema + 1,
      });
      machine.runVersion();
      remove();
      console.log(
        `M02: ${failureCount} upgrades to the next version ${failureName}: each went on the next time, nothing lost`,
      );
      expect(failureCount).toBeGreaterThan(4);
    },
    1_800_000,
  );
