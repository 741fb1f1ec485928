import { expect, test } from "bun:test";

import { failTheDisk, faultsUpTo } from "#tests/support/failing-disk.ts";
import { canInject } from "#tests/support/strace.ts";

/** A post is six writes and one sync, so these strike each of them, and those of the save beside it. */
const faults = [...faultsUpTo(3, { call: "sync", file: "log" }), ...faultsUpTo(12, { call: "write", file: "log" })];

test.skipIf(!canInject)(
  "whichever sync or write of the database fails, what was answered stands and the club goes on (Q04; skipped without root or strace)",
  async () => {
    const harm = await failTheDisk(faults, 2);
    console.log(`Q04: ${JSON.stringify(harm)}`);
    expect(harm.lost).toBe(0);
    expect(harm.struck).toBeGreaterThanOrEqual(faults.length);
    expect(harm.refused).toBeGreaterThanOrEqual(faults.length);
  },
  60_000,
);
