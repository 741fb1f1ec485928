import { describe, expect, test } from "bun:test";

import { describeLimits } from "#contract/call.ts";
import { createApp } from "#server/app.ts";
import { sendDueNotices } from "#server/mail/push/notices.ts";

import { accessOf } from "./support/access-call.ts";
import { createWorld, type Form, type World } from "./support/access-world.ts";
import { createClub } from "./support/club.ts";
import { jsonOf } from "./support/json.ts";
import { longTexts } from "./support/long-texts.ts";
import { type Route, routesOf } from "./support/route-fields.ts";
import {
  isRead,
  isReadOnly,
  prepareCall,
  SAMPLE_CALLS,
  type SampleCall,
  send,
  type Sendable,
} from "./support/sample-calls.ts";
import { type Effects, NO_EFFECT, OWN_ROW } from "./support/tested-resource.ts";
import { partOf } from "./support/tested-resources.ts";

/** An entry with more rows has to name the limit. */
const ROWS_WITHOUT_LIMIT = 100;

/** This call only works in a club without members. */
const isSetUp = (call: string) => call === "POST /api/auth/setup";

const club = await createClub();
const routes = await routesOf(club);
const registeredRoutes = createApp(club.deps).routes;
club.close();
const sampleCalls = SAMPLE_CALLS;
/** Lists that a member's pages fetch, including the book's. */
const listCalls = sampleCalls.filter(
  ({ call, gets }) => /^GET \/api\/(?!health|.*\bexport)(?:books\/:id\/)?[^:*]+$/.test(call) && gets[1] === 200,
);

const writingCalls = registeredRoutes
  .filter(({ method, hooks }) => !isReadOnly(method) && accessOf(hooks.detail?.security) !== "admin")
  .map(({ method, path }) => `${method} ${path}`);
/** Deleting these stores the time of the change, and any other call that only deletes creates nothing. */
const COUNTED_DELETIONS = /\/(?:answer|claim|review)$/;
const EFFECTS_BY_CALL: Record<string, Effects> = {
  ...Object.fromEntries(
    writingCalls
      .filter((call) => call.startsWith("DELETE "))
      .map((call) => [call, COUNTED_DELETIONS.test(call) ? OWN_ROW : NO_EFFECT]),
  ),
  ...partOf("effects"),
};

test("says what a member may cause by each write in an hour", () => {
  expect(Object.keys(EFFECTS_BY_CALL).toSorted()).toEqual(writingCalls.toSorted());
});

test("names a limit for each call that may create many rows", () => {
  const withoutLimit = Object.entries(EFFECTS_BY_CALL).filter(
    ([, { rows = 0, limit }]) => rows >= ROWS_WITHOUT_LIMIT && !limit,
  );
  expect(withoutLimit.map(([call]) => call)).toEqual([]);
});

describe("creates no more in an hour than the table allows", () => {
  test.each(Object.entries(EFFECTS_BY_CALL))(
    "%s",
    async (call, { limit, ...answer }) => {
      const row = sampleCalls.find((one) => one.call === call && !isRead(one));
      if (!row) throw new Error(`${call} is not in the table of calls`);
      const oppositeCall = call.replace(/^(?:PUT|POST)/, "DELETE");
      const oppositeRow = sampleCalls.find((one) => one.call === oppositeCall && one.gets[1] < 300 && one !== row);
      const { world, flood } = await openHour(row, oppositeRow, routes, listCalls);
      try {
        const { statuses, ...made } = await flood(typeof limit === "number" ? limit + 10 : 100);
        const exceededEffects = EFFECTS.filter((what) => made[what] > (answer[what] ?? 0));
        expect({ over: exceededEffects, made }).toEqual({ over: [], made });
        expect(Math.max(...statuses)).toBeLessThan(500);
        expect(Math.min(...statuses)).toBeLessThan(isSetUp(call) ? 500 : 300);
        if (typeof limit !== "object") return;
        const { clock, recentUses, stores } = world.club.deps;
        const limitUse = { since: clock.now().toISOString(), count: limit.max };
        const [id, key] = [world.member.user.id, `${limit.key} a ${limit.per}`];
        if (limit.per === "minute") recentUses.set(`${id} ${key}`, limitUse);
        else stores.usage.save(id, key, limitUse);
        expect([describeLimits(limit), (await flood(2)).statuses]).toEqual([
          describeLimits(limit),
          expect.arrayContaining([429]),
        ]);
      } finally {
        await world.close();
      }
    },
    300_000,
  );
});

/**
 * What calls create: rows of all tables, bytes of another member's pages, mails and notifications to anyone, and books
 * whose talk is open to all.
 */
type Effect = Record<(typeof EFFECTS)[number], number>;
const EFFECTS = ["rows", "bytes", "mails", "notices", "opened"] as const;

type Hour = {
  /** Makes these calls repeatedly for an hour. */
  flood: (calls: number) => Promise<Effect & { statuses: readonly number[] }>;
  world: World;
};

const HOUR_MS = 3_600_000;

/**
 * A world in which a member makes a call and, if it sets something, the call that undoes it. For hosts' calls, the
 * member hosts the meeting. @param lists that another member's pages fetch
 */
async function openHour(
  row: SampleCall,
  oppositeRow: SampleCall | undefined,
  routes: readonly Route[],
  lists: readonly SampleCall[],
): Promise<Hour> {
  const world = await createWorld();
  const firstCall = await prepareCall(world, row, world.member);
  const makers = [makerOf(world, row, firstCall, routes)];
  if (oppositeRow) {
    const { form } = await prepareCall(world, { ...oppositeRow, to: () => firstCall.path }, world.member);
    makers.push(makerOf(world, oppositeRow, { ...firstCall, method: "DELETE", form }, routes));
  }
  await hostAll(world);
  const repeatCalls = async (calls: number) => {
    await sendDueNotices(world.club.deps);
    const before = await measure(world, lists);
    const start = world.club.deps.clock.now().getTime();
    const statuses = new Set<number>();
    for (let index = 0; index < calls; index += 1) {
      world.club.setTime(new Date(start + (index * HOUR_MS) / calls).toISOString());
      for (const make of makers) statuses.add(await make(index));
      await sendDueNotices(world.club.deps);
    }
    const after = await measure(world, lists);
    const growth = EFFECTS.map((what) => [what, Math.max(0, after[what] - before[what])]);
    return { ...(Object.fromEntries(growth) as Effect), statuses: [...statuses].toSorted() };
  };
  return { flood: repeatCalls, world };
}

/** Calls with this option notify members. */
function makerOf(
  world: World,
  row: SampleCall,
  call: Sendable,
  routes: readonly Route[],
): (index: number) => Promise<number> {
  const createLongForm = longTexts(routes, row.call, call.form, world);
  // every second value is unchanged, because codes and passwords must be
  const createForm = (index: number) => (index % 2 === 0 ? call.form : createLongForm(index));
  const schema = routes.find(({ name }) => name === row.call)?.schemas.body;
  const canNotify = schema !== undefined && JSON.stringify(schema).includes('"tell"');
  return async (index) => {
    const form = canNotify ? withNotification(createForm(index), index) : createForm(index);
    const response = await send(world, { ...call, form }, world.member);
    await response.arrayBuffer();
    return response.status;
  };
}

/** Asks about other dates each time, sometimes one in the past. */
function withNotification(form: Form, index: number): Form {
  const fields = JSON.parse(Buffer.from(form.bytes).toString());
  const dates = [1, 2].map((day) => ({ date: `20${30 + (index % 60)}-0${day}-10`, time: "19:00" }));
  const body = {
    ...fields,
    tell: index % 4 < 2,
    ...(fields.dates && { dates }),
    ...(fields.time && index % 5 === 4 && { date: "2020-01-08" }),
  };
  return { ...form, bytes: Buffer.from(JSON.stringify(body)) };
}

async function hostAll({ club, admin, member }: World): Promise<void> {
  const meetings = club.db.query<{ id: number }, []>("SELECT id FROM meetings").all();
  for (const { id } of meetings)
    await admin.call("PUT", `/api/meetings/${id}/host`, { username: member.user.username });
}

async function measure({ club, admin, other, bookId }: World, lists: readonly SampleCall[]): Promise<Effect> {
  const { db } = club;
  const count = (table: string) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()?.n ?? 0;
  const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const storedTables = tables.filter(({ name }) => !name.startsWith("sqlite_"));
  let bytes = 0;
  for (const { call } of lists) {
    const response = await other.call("GET", call.slice("GET ".length).replace("/books/:id", `/books/${bookId}`));
    if (response.ok) bytes += (await response.arrayBuffer()).byteLength;
  }
  return {
    rows: storedTables.reduce((sum, { name }) => sum + count(name), 0),
    bytes,
    mails: count("outbox"),
    notices: count("push_sent"),
    opened: (await jsonOf(admin.call("GET", `/api/books/${bookId}/notes`))).open ? 1 : 0,
  };
}
