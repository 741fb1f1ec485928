import { sendDueNotices } from "#server/mail/push/notices.ts";

import { createWorld, type Form, type World } from "./access-world.ts";
import { jsonOf } from "./json.ts";
import { longTexts } from "./long-texts.ts";
import type { Route } from "./route-fields.ts";
import { prepareCall, type SampleCall, send, type Sendable } from "./sample-calls.ts";

/**
 * What calls leave: rows of all tables, bytes of what another member's pages read, mails and notifications to anyone, and
 * books whose talk is open to all.
 */
export type Effect = Record<(typeof EFFECTS)[number], number>;
export const EFFECTS = ["rows", "bytes", "mails", "notices", "opened"] as const;

export type Hour = {
  /** Makes these calls again and again for an hour. */
  flood: (calls: number) => Promise<Effect & { statuses: readonly number[] }>;
  world: World;
};

const HOUR_MS = 3_600_000;

/**
 * A world in which a member makes a call, and for one that sets something also the call that takes it back. Of calls for
 * hosts, the member hosts the meeting.
 * @param lists what another member's pages read
 */
export async function openHour(
  row: SampleCall,
  back: SampleCall | undefined,
  routes: readonly Route[],
  lists: readonly SampleCall[],
): Promise<Hour> {
  const world = await createWorld();
  const first = await prepareCall(world, row, world.member);
  const makers = [makerOf(world, row, first, routes)];
  if (back) {
    const { form } = await prepareCall(world, { ...back, to: () => first.path }, world.member);
    makers.push(makerOf(world, back, { ...first, method: "DELETE", form }, routes));
  }
  await hostAll(world);
  const flood = async (calls: number) => {
    await sendDueNotices(world.club.deps);
    const before = await measure(world, lists);
    const start = world.club.deps.clock.now().getTime();
    const statuses = new Set<number>();
    for (let at = 0; at < calls; at += 1) {
      world.club.setTime(new Date(start + (at * HOUR_MS) / calls).toISOString());
      for (const make of makers) statuses.add(await make(at));
      await sendDueNotices(world.club.deps);
    }
    const after = await measure(world, lists);
    const grown = EFFECTS.map((what) => [what, Math.max(0, after[what] - before[what])]);
    return { ...(Object.fromEntries(grown) as Effect), statuses: [...statuses].toSorted() };
  };
  return { flood, world };
}

/** Members are told of what has the choice. */
function makerOf(
  world: World,
  row: SampleCall,
  call: Sendable,
  routes: readonly Route[],
): (at: number) => Promise<number> {
  const withTexts = longTexts(routes, row.call, call.form, world);
  // every other one as it is given: codes and passwords are good only so
  const fill = (at: number) => (at % 2 === 0 ? call.form : withTexts(at));
  const schema = routes.find(({ name }) => name === row.call)?.schemas.body;
  const tells = schema !== undefined && JSON.stringify(schema).includes('"tell"');
  return async (at) => {
    const form = tells ? withTell(fill(at), at) : fill(at);
    const answer = await send(world, { ...call, form }, world.member);
    await answer.arrayBuffer();
    return answer.status;
  };
}

/** With other dates to ask about each time, and now and then one in the past. */
function withTell(form: Form, at: number): Form {
  const sent = JSON.parse(Buffer.from(form.bytes).toString());
  const dates = [1, 2].map((day) => ({ date: `20${30 + (at % 60)}-0${day}-10`, time: "19:00" }));
  const body = {
    ...sent,
    tell: at % 4 < 2,
    ...(sent.dates && { dates }),
    ...(sent.time && at % 5 === 4 && { date: "2020-01-08" }),
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
  const stored = tables.filter(({ name }) => !name.startsWith("sqlite_"));
  let bytes = 0;
  for (const { call } of lists) {
    const answer = await other.call("GET", call.slice("GET ".length).replace("/books/:id", `/books/${bookId}`));
    if (answer.ok) bytes += (await answer.arrayBuffer()).byteLength;
  }
  return {
    rows: stored.reduce((sum, { name }) => sum + count(name), 0),
    bytes,
    mails: count("outbox"),
    notices: count("push_sent"),
    opened: (await jsonOf(admin.call("GET", `/api/books/${bookId}/notes`))).open ? 1 : 0,
  };
}
