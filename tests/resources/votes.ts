import type { Poll } from "#contract/polls.ts";
import type { World } from "#tests/support/access-world.ts";
import { type Person } from "#tests/support/club.ts";
import { madeBy, OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

const BALLOT = { closesAt: "2027-01-20T20:00:00Z", month: "2027-02" };

export const newNomination = (world: World, person: Person): Promise<number> =>
  madeBy(person, "/api/nominations", nominee(world));

const nominee = ({ club }: World) => ({
  title: `Nominee ${club.deps.stores.nominations.list({ viewerId: 0, shownUntil: "9999-12" }).length + 1}`,
  author: "Jane Austen",
});

async function openPoll(world: World): Promise<Poll> {
  const { admin, other } = world;
  const current = await (await admin.call("GET", "/api/polls/current")).json();
  if (current?.state === "open") return current;
  const nominationIds = [await newNomination(world, other), await newNomination(world, admin)];
  return (await admin.call("POST", "/api/polls", { ...BALLOT, nominationIds })).json();
}

export const resource: TestedResource = {
  ids: {
    nominations: newNomination,
    polls: async (world) => (await openPoll(world)).id,
  },
  bodies: {
    "PATCH /api/nominations/:id": { reason: "She meddles." },
    "POST /api/nominations": nominee,
    "POST /api/polls": async (world) => ({
      ...BALLOT,
      nominationIds: [await newNomination(world, world.other), await newNomination(world, world.admin)],
    }),
    "POST /api/polls/:id/adopt": async (world) => {
      const { id, options } = await openPoll(world);
      await world.admin.call("POST", `/api/polls/${id}/close`);
      return { nominationId: options[0]?.nomination.id };
    },
    "PUT /api/polls/:id/ballot": async (world) => ({
      nominationIds: [(await openPoll(world)).options[0]?.nomination.id],
    }),
  },
  effects: {
    "PATCH /api/nominations/:id": { rows: 1, bytes: 90_000 },
    "POST /api/nominations": { rows: 6, bytes: 450_000 },
    "PUT /api/polls/:id/ballot": OWN_ROW,
  },
  audit: {
    "POST /api/polls": ["poll-opened"],
    "POST /api/polls/:id/adopt": ["book-chosen"],
    "POST /api/polls/:id/close": ["poll-closed"],
  },
  tables: {
    nominations: { privacy: "Books you recommend", onDeletion: "anonymized" },
    ballots: { privacy: "Your vote for the next book", onDeletion: "deleted" },
    polls: { privacy: "Your vote for the next book", onDeletion: "not-about-members" },
    poll_options: { privacy: "Your vote for the next book", onDeletion: "not-about-members" },
    poll_adoptions: { privacy: "Your vote for the next book", onDeletion: "not-about-members" },
  },
};
