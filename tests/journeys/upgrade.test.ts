import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { migrations } from "#db/migrations.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { expectAllOf, FAULTS, makeOldClub, schemaOf, upgradeWith } from "#tests/support/old-club.ts";
import { canInject } from "#tests/support/strace.ts";

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine(0);
});
afterAll(() => machine.remove());

test("a club of each earlier schema version is upgraded, and a copy is kept (M01)", async () => {
  expect((await machine.run("invite", "create")).exitCode).toBe(0);
  const fresh = schemaOf(join(machine.storage, "bookclub.db"));
  for (let version = 1; version < migrations.length; version += 1) {
    const before = makeOldClub(machine, version);
    expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
    expect(schemaOf(join(machine.storage, "bookclub.db"))).toEqual(fresh);
    expectAllOf(machine, before);
    const copy = join(machine.storage, "backups", `before-upgrade-from-${version}.db`);
    expect(schemaOf(copy).version).toBe(version);
    // the new version upgrades the copy when restoring; the former version restores it unchanged
    expect(await machine.run("restore", copy, "--keep-sessions")).toMatchObject({ exitCode: 0 });
    expect(schemaOf(join(machine.storage, "bookclub.db"))).toEqual(fresh);
    // a restore holds mail and voids links; members' data is there
    const { users = [], books = [], posts = [], progress = [] } = before;
    expectAllOf(machine, { users, books, posts, progress });
  }
}, 60_000);

// the nightly run covers each write and sync, and a full disk
test.skipIf(!canInject)(
  "an upgrade killed at a write continues the next time and loses nothing (M02; skipped without root or strace)",
  async () => expect(await upgradeWith(machine, FAULTS["killed at a write"], (nth) => nth * 2)).toBeGreaterThan(4),
  60_000,
);
