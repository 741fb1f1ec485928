import { expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { createWorld, type World } from "#tests/support/access-world.ts";
import { createClub } from "#tests/support/club.ts";
import { longTexts } from "#tests/support/long-texts.ts";
import { routesOf } from "#tests/support/route-fields.ts";
import { prepareCall, SAMPLE_CALLS, type SampleCall, send } from "#tests/support/sample-calls.ts";

const CALL_COUNT = 2000;
const MB = 1024 * 1024;
/** The other member's calls, each after so many of the first one's. */
const OTHERS_INTERVAL = 100;

const club = await createClub();
const routes = await routesOf(club);
club.close();
const rows = SAMPLE_CALLS.filter(({ call, gets: [visitor, member] }) => {
  return visitor === 401 && member < 300 && (!/^(?:GET|HEAD) /.test(call) || /isbn|books\/search/.test(call));
});
const growthByCall = new Map<string, number>();

test.each(rows.map((row) => [row.call, row] as const))(
  `a member's ${CALL_COUNT} calls leave space and time for others: %s`,
  async (call, row) => {
    const world = await createWorld();
    try {
      const send = await caller(world, row);
      const bytesBefore = countStoredBytes(world);
      const start = world.club.deps.clock.now().getTime();
      for (let index = 0; index < CALL_COUNT; index += 1) {
        // each second, so that limits per minute end
        world.club.setTime(new Date(start + index * 1000).toISOString());
        expect(await send(index)).toBeLessThan(500);
        if (index % OTHERS_INTERVAL > 0) continue;
        expect((await world.other.call("GET", "/api/posts?limit=1")).status).toBe(200);
        expect((await world.other.call("POST", "/api/posts", { content: "Brie" })).status).toBe(201);
      }
      growthByCall.set(call, countStoredBytes(world) - bytesBefore);
    } finally {
      await world.close();
    }
  },
  600_000,
);

test("the storage grows by less than 50 MB, all calls together", () => {
  for (const [call, bytes] of growthByCall) if (bytes > MB / 10) console.log(`${call}: ${(bytes / MB).toFixed(1)} MB`);
  expect(growthByCall.size).toBe(rows.length);
  expect([...growthByCall.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(50 * MB);
});

/** Makes the row's call repeatedly, each time with other texts of the maximum length. */
async function caller(world: World, row: SampleCall): Promise<(index: number) => Promise<number>> {
  const call = await prepareCall(world, row, world.member);
  const createForm = row.call.endsWith("/photo") ? () => call.form : longTexts(routes, row.call, call.form, world);
  return async (index) => {
    const response = await send(world, { ...call, form: createForm(index) }, world.member);
    await response.arrayBuffer();
    return response.status;
  };
}

/** Bytes of the database and all files. */
function countStoredBytes({ club: { db, config } }: World): number {
  const pages = db.query<{ bytes: number }, []>(
    "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  );
  const files = readdirSync(config.storageDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    pages.get()?.bytes ?? 0,
  );
}
