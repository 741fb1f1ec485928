import { expect, test } from "bun:test";

import { failTheDisk, type Fault, faultsUpTo } from "#tests/support/failing-disk.ts";
import { canInject } from "#tests/support/strace.ts";

/** Posts and saves under each fault: enough for the log to be brought into the database at least once. */
const TURNS = 250;
const anywhere = (call: Fault["call"], to: number): Fault => ({
  call,
  file: "log",
  nth: 1 + Math.floor(Math.random() * to),
  sticky: Math.random() < 0.5,
});

test.skipIf(!canInject)(
  "under load, at any sync or write of the log and of the checkpoint, what was answered stands (Q04)",
  async () => {
    const inLog = [
      ...Array.from({ length: 10 }, () => anywhere("sync", 2 * TURNS)),
      ...Array.from({ length: 20 }, () => anywhere("write", 10 * TURNS)),
    ];
    const faults = [
      ...faultsUpTo(2, { call: "sync", file: "database" }),
      ...faultsUpTo(6, { call: "write", file: "database" }),
      ...inLog,
    ];
    const harm = await failTheDisk(faults, TURNS);
    console.log(`Q04: ${JSON.stringify(harm)}`);
    expect(harm.lost).toBe(0);
    expect(harm.struck).toBeGreaterThan(inLog.length);
  },
  300_000,
);
