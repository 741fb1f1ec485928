import { afterEach, describe, expect, test } from "bun:test";

import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";

import { type Club, createClub, PASSWORD, type Person } from "./support/club.ts";
import { epub } from "./support/epub.ts";
import { multipart, sendForm } from "./support/forms.ts";
import { inspectHere } from "./support/inspect-here.ts";
import { jsonOf } from "./support/json.ts";
import { everyTable } from "./support/stored-rows.ts";

let club: Club;
afterEach(() => club.close());

type World = { admin: Person; member: Person; registration: object; bookId: number; meetingId: number; pollId: number };
/** A mutation of several statements. `writes`: tables that it must change. */
type Mutation = { writes: string[]; make: (world: World) => Promise<Response> };

const upload = (admin: Person, title: string) => {
  const parts = [{ name: "ebook", filename: "a.epub", data: epub({ title }) }];
  return sendForm(club, admin, "/api/upload/ebook", multipart(parts));
};
const mutations: Record<string, Mutation> = {
  "a registration": {
    writes: ["users", "invitations", "sessions"],
    make: ({ registration }) => club.visitor.call("POST", "/api/auth/register", registration),
  },
  "a deleted member": {
    writes: ["users", "posts", "progress", "sessions", "audit"],
    make: ({ admin, member }) => admin.call("DELETE", `/api/users/${member.user.id}`),
  },
  "a reset of the board": {
    writes: ["posts", "removed_posts", "audit"],
    make: ({ admin }) => admin.call("DELETE", "/api/posts"),
  },
  "its undo": {
    writes: ["posts", "removed_posts"],
    make: ({ admin }) => admin.call("POST", "/api/posts/restore"),
  },
  "a reset password": {
    writes: ["users", "sessions", "audit"],
    make: ({ admin, member }) => admin.call("PATCH", `/api/users/${member.user.id}/password-reset`),
  },
  "a no that gives a claim back": {
    writes: ["meeting_answers", "posts"],
    make: ({ member, meetingId }) => member.call("PUT", `/api/meetings/${meetingId}/answer`, { answer: "no" }),
  },
  "a need deleted with its claims": {
    writes: ["meeting_needs", "posts"],
    make: ({ admin }) => admin.call("DELETE", "/api/needs/1"),
  },
  "a closed vote": {
    writes: ["polls", "poll_options", "audit"],
    make: ({ admin, pollId }) => admin.call("POST", `/api/polls/${pollId}/close`),
  },
  "an adopted book": {
    writes: ["books", "nominations", "poll_adoptions", "audit"],
    make: ({ admin, pollId }) => admin.call("POST", `/api/polls/${pollId}/adopt`, { nominationId: 1 }),
  },
  "a review": {
    writes: ["reviews", "ratings"],
    make: ({ member, bookId }) => member.call("PUT", `/api/books/${bookId}/review`, { stars: 5 }),
  },
  "an account that leaves its notes": {
    writes: ["users", "notes", "meeting_answers", "ballots", "audit"],
    make: ({ member }) => member.call("DELETE", "/api/profile", { password: PASSWORD, notes: "keep" }),
  },
  "a replaced file": { writes: ["books", "audit"], make: ({ admin }) => upload(admin, "Second") },
};

async function createWorld(name: string): Promise<World> {
  club = await createClub({ own: { sandbox: inspectHere } });
  const [admin, member] = [club.admin(), club.member()];
  const { id } = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
  expect((await upload(admin, "First")).status).toBe(201);
  for (const content of ["Cheese", "Olives"]) await member.call("POST", "/api/posts", { content });
  if (name === "its undo") await admin.call("DELETE", "/api/posts");
  await member.call("POST", "/api/audiobook-progress", { bookId: id, currentTime: 30, chapter: 0 });
  const createItem = async (path: string, body: object): Promise<number> =>
    (await jsonOf(admin.call("POST", path, body))).id;
  const meetingId = await createItem("/api/meetings", { date: "", time: "", location: "" });
  await createItem(`/api/meetings/${meetingId}/needs`, { what: "Chairs", quantity: 2 });
  await member.call("PUT", `/api/meetings/${meetingId}/answer`, { answer: "yes" });
  await member.call("PUT", "/api/needs/1/claim", { quantity: 1 });
  await member.call("POST", `/api/books/${id}/notes`, { text: "The turn", fraction: 0 });
  const nominationIds: number[] = [];
  for (const title of ["Persuasion", "Sanditon"])
    nominationIds.push(await createItem("/api/nominations", { title, author: "Jane Austen" }));
  const pollId = await createItem("/api/polls", { month: "2026-04", closesAt: "2026-03-20T20:00:00Z", nominationIds });
  await member.call("PUT", `/api/polls/${pollId}/ballot`, { nominationIds });
  if (name === "an adopted book") await admin.call("POST", `/api/polls/${pollId}/close`);
  return { admin, member, registration: club.registration(), bookId: id, meetingId, pollId };
}

/** All rows but the counts of attempts, which remain. */
function rows(): Record<string, string> {
  const { attempts: _, ...others } = everyTable(club.db);
  return others;
}

/** Creates a trigger for each statement of this kind on a table. */
const atEach = (table: string, change: string, what: string) =>
  club.db.run(`CREATE TEMP TRIGGER "${table} ${change}" AFTER ${change} ON main."${table}" BEGIN ${what}; END`);

describe("interrupted at any of its statements (Q05)", () => {
  for (const [name, { writes, make }] of Object.entries(mutations))
    test(`${name} leaves every row unchanged, and succeeds later`, async () => {
      const world = await createWorld(name);
      club.db.run("CREATE TEMP TABLE touched (name TEXT PRIMARY KEY, place TEXT, change TEXT) STRICT");
      for (const table of Object.keys(rows()))
        for (const change of ["INSERT", "UPDATE", "DELETE"])
          atEach(table, change, `INSERT OR IGNORE INTO touched VALUES ('${table} ${change}', '${table}', '${change}')`);
      expect((await make(world)).ok).toBe(true);
      const steps = club.db
        .query<{ name: string; place: string; change: string }, []>("SELECT * FROM touched ORDER BY name")
        .all();
      expect(steps.map(({ place }) => place)).toEqual(expect.arrayContaining(writes));
      club.close();

      const secondWorld = await createWorld(name);
      const before = rows();
      for (const { name: step, place, change } of steps) {
        atEach(place, change, "SELECT RAISE(ABORT, 'stopped here')");
        const response = await make(secondWorld);
        expect([step, response.status, rows()]).toEqual([step, 500, before]);
        expect(await findMissingOrTruncatedFiles(club.deps)).toEqual([]);
        club.db.run(`DROP TRIGGER temp."${step}"`);
      }
      expect((await make(secondWorld)).ok).toBe(true);
      expect(rows()).not.toEqual(before);
    });
});
