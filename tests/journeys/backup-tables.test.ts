import { afterAll, beforeAll, expect, test } from "bun:test";

import { migrations } from "#db/migrations.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { makeOldClub } from "#tests/support/old-club.ts";
import { everyRow } from "#tests/support/stored-rows.ts";

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine(0);
});
afterAll(() => machine.remove());

/** Tables that a restore changes: it pauses mail until an admin enables it, and voids sent links. */
const CHANGED_TABLES = ["email_settings", "one_time_secrets"];

test("a backup brings back every row of every table (K01)", async () => {
  const rows = makeOldClub(machine, migrations.length);
  const before = everyRow(machine.storage);
  expect(await machine.run("backup", "club.tar")).toMatchObject({ exitCode: 0 });
  makeOldClub(machine, 1);
  expect(await machine.run("restore", "club.tar", "--keep-sessions")).toMatchObject({ exitCode: 0 });
  const after = everyRow(machine.storage);
  // each table has a row, so that a new table isn't missed
  const changedTables = Object.keys(rows).filter((table) => before[table]?.join("\n") !== after[table]?.join("\n"));
  expect(changedTables).toEqual(CHANGED_TABLES);
});
