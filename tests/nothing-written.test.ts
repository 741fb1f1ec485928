import { afterAll, beforeAll, expect, test } from "bun:test";

import { createWorld, type World } from "./support/access-world.ts";
import { isRead, prepareCall, SAMPLE_CALLS, send } from "./support/sample-calls.ts";

/** Every route of the app that only reads. */
const READ_CALLS = SAMPLE_CALLS.filter(isRead);
/** These call other services, which is counted first; and the health check reports that nothing can be written. */
const WRITE_COUNTS: Readonly<Record<string, number>> = {
  "GET /api/books/isbn/:isbn?": 500,
  "GET /api/books/search": 500,
  "GET /api/health": 503,
};
const HOUR_MS = 60 * 60 * 1000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** At a time when nothing else is due, on a disk that is full or read-only. */
async function withoutWrites(work: () => Promise<Response>): Promise<Response> {
  const { club } = world;
  const now = club.deps.clock.now();
  club.setTime(new Date(now.getTime() + 2 * HOUR_MS).toISOString());
  club.db.run("PRAGMA query_only = ON");
  try {
    return await work();
  } finally {
    club.db.run("PRAGMA query_only = OFF");
    club.setTime(now.toISOString());
  }
}

/** A vote that ends in an hour. */
function openVote() {
  const { club, other } = world;
  const { nominations, polls } = club.deps.stores;
  const now = club.deps.clock.now();
  if (polls.findOpen()) return;
  const nominee = { author: "Jane Austen", isbn: "", synopsis: "", reason: "", pages: null, coverImage: null };
  const ids = ["Persuasion", "Sanditon"].map((title) =>
    nominations.insert({ ...nominee, title }, other.user.id, now.toISOString()),
  );
  const closesAt = new Date(now.getTime() + HOUR_MS).toISOString();
  polls.insert({ month: "2027-02", closesAt }, ids, now.toISOString());
}

test.each(READ_CALLS.map((row) => [row.call, row] as const))(
  "%s responds while nothing can be written",
  async (_call, row) => {
    const isForAdmins = row.gets[1] === 403;
    const person = isForAdmins ? world.admin : world.member;
    const call = await prepareCall(world, row, person);
    openVote();
    const { status } = await withoutWrites(() => send(world, call, person));
    expect(status).toBe(WRITE_COUNTS[row.call] ?? row.gets[isForAdmins ? 2 : 1]);
  },
);
