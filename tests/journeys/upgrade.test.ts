import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { migrations } from "#db/migrations.ts";
import { atNight } from "#tests/support/at-night.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { buildNextVersion } from "#tests/support/next-version.ts";
import { expectAllOf, makeOldClub, RELEASED_SCHEMAS, schemaOf } from "#tests/support/old-club.ts";

let machine: Machine;
let nextVersion: Awaited<ReturnType<typeof buildNextVersion>>;
beforeAll(async () => {
  machine = await createMachine(0);
  nextVersion = await buildNextVersion(migrations.length);
});
afterAll(() => {
  machine.remove();
  nextVersion.remove();
});
const databasePath = () => join(machine.storage, "bookclub.db");

atNight("upgrades each earlier schema, and keeps a copy (M01)", async () => {
  expect((await machine.run("invite", "create")).exitCode).toBe(0);
  const freshSchema = schemaOf(join(machine.storage, "bookclub.db"));
  for (let version = 1; version < migrations.length; version += 1) {
    const before = makeOldClub(machine, version);
    expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
    expect(schemaOf(join(machine.storage, "bookclub.db"))).toEqual(freshSchema);
    expectAllOf(machine, before);
    const copyPath = join(machine.storage, "backups", `before-upgrade-from-${version}.db`);
    expect(schemaOf(copyPath).version).toBe(version);
    // a restore by the new version upgrades the copy; the previous version restores it unchanged
    expect(await machine.run("restore", copyPath, "--keep-sessions")).toMatchObject({ exitCode: 0 });
    expect(schemaOf(join(machine.storage, "bookclub.db"))).toEqual(freshSchema);
    // a restore pauses mail and voids links; members' data remains
    const { users = [], books = [], posts = [], progress = [] } = before;
    expectAllOf(machine, { users, books, posts, progress });
  }
});

test.each(Object.entries(RELEASED_SCHEMAS))(
  "upgrades the club of version %s with all data (M01)",
  async (_, schemaVersion) => {
    expect((await machine.run("invite", "create")).exitCode).toBe(0);
    const freshSchema = schemaOf(databasePath());
    const before = makeOldClub(machine, schemaVersion);
    expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
    expect(schemaOf(databasePath())).toEqual(freshSchema);
    expectAllOf(machine, before);
  },
);

test("upgrades to the next version and back with all data (M01)", async () => {
  const before = makeOldClub(machine, migrations.length);
  const ownSchema = schemaOf(databasePath());
  machine.runVersion(process.execPath, nextVersion.main);
  const doctorRun = await machine.run("doctor");
  expect(doctorRun.stdout).toContain(`has schema ${migrations.length}.`);
  expect(schemaOf(databasePath())).toEqual(ownSchema);
  expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
  expect(schemaOf(databasePath()).version).toBe(migrations.length + 1);
  expectAllOf(machine, before);

  machine.runVersion();
  const verifyRun = await machine.run("verify");
  expect([verifyRun.exitCode, verifyRun.stderr]).toEqual([1, expect.stringContaining("start the newer bookclub")]);
  const copyPath = join(machine.storage, "backups", `before-upgrade-from-${migrations.length}.db`);
  expect(await machine.run("restore", copyPath, "--keep-sessions")).toMatchObject({ exitCode: 0 });
  expect(schemaOf(databasePath())).toEqual(ownSchema);
  expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
  const { users = [], books = [], posts = [], progress = [], notes = [], wines = [], reviews = [] } = before;
  expectAllOf(machine, { users, books, posts, progress, notes, wines, reviews });
});
