import { expect } from "bun:test";

import { json, madeBy, type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";

const nominee = ({ club }: World) => ({
  title: `Nominee ${club.deps.stores.nominations.list({ viewerId: 0, shownUntil: "9999-12" }).length + 1}`,
  author: "Jane Austen",
});
const nominated = (world: World, who: Person): Promise<number> => madeBy(who, "/api/nominations", nominee(world));
const ballot = { closesAt: "2027-01-20T20:00:00Z", month: "2027-02" };

/** Opens a vote unless one is open. */
async function poll(world: World): Promise<{ id: number; options: { nomination: { id: number } }[] }> {
  const { admin, other } = world;
  const current = await (await admin.call("GET", "/api/polls/current")).json();
  if (current?.state === "open") return current;
  const nominationIds = [await nominated(world, other), await nominated(world, admin)];
  return (await admin.call("POST", "/api/polls", { ...ballot, nominationIds })).json();
}

export const told: Told = {
  "Books you recommend": ["nominations"],
  "Your vote for the next book": ["ballots", "polls", "poll_options", "poll_adoptions"],
};

export const rows: Rows = {
  "POST /api/nominations": { body: (world) => asJson(nominee(world)) },
  "PATCH /api/nominations/:id": {
    ...json({ reason: "She meddles." }),
    to: async (world, who) => `/api/nominations/${await nominated(world, who)}`,
  },
  "DELETE /api/nominations/:id": {
    to: async (world, who) => `/api/nominations/${await nominated(world, who)}`,
    checks: {
      "nobody else's, but admins any": async (world) => {
        const { member, other, admin } = world;
        const id = await nominated(world, other);
        expect((await member.call("PATCH", `/api/nominations/${id}`, { reason: "x" })).status).toBe(403);
        expect((await member.call("DELETE", `/api/nominations/${id}`)).status).toBe(403);
        expect((await admin.call("PATCH", `/api/nominations/${id}`, { reason: "x" })).status).toBe(200);
        expect((await admin.call("DELETE", `/api/nominations/${id}`)).status).toBe(204);
      },
    },
  },
  "POST /api/polls": {
    records: ["poll-opened"],
    body: async (world) =>
      asJson({ ...ballot, nominationIds: [await nominated(world, world.other), await nominated(world, world.admin)] }),
  },
  "PUT /api/polls/:id/ballot": {
    body: async (world) => asJson({ nominationIds: [(await poll(world)).options[0]?.nomination.id] }),
    to: async (world) => `/api/polls/${(await poll(world)).id}/ballot`,
  },
  "POST /api/polls/:id/close": {
    records: ["poll-closed"],
    to: async (world) => `/api/polls/${(await poll(world)).id}/close`,
  },
  "POST /api/polls/:id/adopt": {
    records: ["book-chosen"],
    body: async (world) => {
      const { id, options } = await poll(world);
      await world.admin.call("POST", `/api/polls/${id}/close`);
      return asJson({ nominationId: options[0]?.nomination.id });
    },
    to: async (world) => `/api/polls/${(await poll(world)).id}/adopt`,
  },
};
