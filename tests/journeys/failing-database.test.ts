import { expect, test } from "bun:test";

import { failTheDisk, faultsUpTo } from "#tests/support/failing-disk.ts";
import { canInject } from "#tests/support/strace.ts";

/** A post and the save beside it are one transaction: some ten writes and one sync. */
const faults = [...faultsUpTo(3, { call: "sync", file: "log" }), ...faultsUpTo(12, { call: "write", file: "log" })];

test.skipIf(!canInject)(
  "whichever sync or write of the database fails, what was answered stands and the club goes on (Q04; skipped without root or strace)",
  async () => {
    const harm = await failTheDisk(faults, 4);
    console.log(`Q04: ${JSON.stringify(harm)}`);
    expect(harm.lost).toBe(0);
    expect(harm.missed).toBe(0);
    expect(harm.refused).toBeGreaterThanOrEqual(faults.length);
  },
  60_000,
);
