import { describe, expect, test } from "bun:test";

import { createWorld, type World } from "#tests/support/access-world.ts";
import { atNight } from "#tests/support/at-night.ts";
import type { Person } from "#tests/support/club.ts";
import { isRead, prepareCall, SAMPLE_CALLS, type SampleCall, send } from "#tests/support/sample-calls.ts";
import { everyTable } from "#tests/support/stored-rows.ts";

/** How a caller loses access during a call, and the status they get. */
const CAUSES = {
  "is deleted": { answer: 401, lose: ({ stores }: Deps, { user }: Person) => stores.users.delete(user.id) },
  "is signed out": {
    answer: 401,
    lose: ({ stores }: Deps, { user }: Person) => stores.sessions.deleteOthers(user.id, 0),
  },
  "stops being an admin": { answer: 403, lose: ({ stores }: Deps, { user }: Person) => stores.users.demote(user.id) },
} as const;

/** After the headers but before the body, or before the first write. */
const MOMENTS = ["before the body arrives", "before the first write"] as const;

type Deps = World["club"]["deps"];

describe("a call in progress changes nothing once its caller", () => {
  const writes = SAMPLE_CALLS.filter((row) => !isRead(row) && row.gets[0] === 401);
  const cases = writes.flatMap((row, index) => {
    const [, member] = row.gets;
    // the check for a deleted member also notices an ended session
    const daytimeCauses =
      member === 403 ? (["is deleted", "stops being an admin"] as const) : (["is deleted"] as const);
    const caseName = `${daytimeCauses[index % daytimeCauses.length]} ${MOMENTS[(index >> 1) % MOMENTS.length]}`;
    return [...daytimeCauses, "is signed out" as const].flatMap((cause) =>
      MOMENTS.map((moment) => ({ loss: cause, moment, row, isDue: caseName === `${cause} ${moment}` })),
    );
  });
  for (const { loss, moment, row, isDue } of cases)
    (isDue ? test : atNight)(`${loss}: ${row.call}, ${moment}`, async () => {
      const world = await createWorld();
      try {
        expect(await callWhileLosingAccess(world, row, loss, moment)).toEqual({
          status: CAUSES[loss].answer,
          changed: [],
        });
      } finally {
        await world.close();
      }
    });
});

/** Makes a row's call as someone who loses access during it. @returns the status and the tables that changed since */
async function callWhileLosingAccess(
  world: World,
  row: SampleCall,
  cause: keyof typeof CAUSES,
  moment: (typeof MOMENTS)[number],
): Promise<{ status: number; changed: string[] }> {
  const { stores } = world.club.deps;
  const person = cause === "stops being an admin" ? world.admin : world.member;
  const caller = row.gets[1] === 403 ? world.admin : person;
  // the last admin can be neither deleted nor demoted
  world.club.admin("second-admin");
  const call = await prepareCall(world, row, caller);

  let before = null as Record<string, string> | null;
  const loseAccess = () => {
    if (before) return;
    CAUSES[cause].lose(world.club.deps, caller);
    before = tables(world);
  };
  if (moment === "before the first write") {
    const { transaction, batchWrite } = stores;
    stores.transaction = (work) => (loseAccess(), transaction(work));
    stores.batchWrite = (work) => (loseAccess(), batchWrite(work));
  }
  const pull = async (controller: ReadableStreamDefaultController) => {
    if (moment === "before the body arrives") loseAccess();
    // on the network, a pending body arrives in a later turn of the event loop
    await new Promise(setImmediate);
    controller.enqueue(call.form.bytes);
    controller.close();
  };
  const start = tables(world);
  // pulled only when read
  const { status } = await send(world, call, caller, { body: new ReadableStream({ pull }, { highWaterMark: 0 }) });
  await world.club.settled();
  const [rowsBefore, rowsAfter] = [before ?? start, tables(world)];
  const changedTables = Object.keys(rowsAfter).filter((name) => rowsAfter[name] !== rowsBefore[name]);
  // a call that writes nothing has no first write
  return { status: before ? status : CAUSES[cause].answer, changed: changedTables };
}

/** All tables but the counts of failed attempts, which remain. */
function tables(world: World): Record<string, string> {
  const { attempts: _, ...others } = everyTable(world.club.db);
  return others;
}
