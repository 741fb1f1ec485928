import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";

import { asJson, createWorld, type World } from "./support/access-world.ts";
import { atNight } from "./support/at-night.ts";
import { createClub, type Person } from "./support/club.ts";
import { type Route, routesOf, textFields } from "./support/route-fields.ts";
import { prepareCall, SAMPLE_CALLS, type SampleCall, send } from "./support/sample-calls.ts";

type RejectedCall = readonly [status: number, why: string, call: (world: World) => Promise<Response>];

const unknownPath = `${"0".repeat(64)}.webp`;
const book = { author: "Jane Austen" };
const get =
  (path: string) =>
  ({ member }: World) =>
    member.call("GET", path);
const post =
  (path: string, body: object) =>
  ({ member }: World) =>
    member.call("POST", path, body);
const nominate = (title: string) => (world: World) =>
  world.member.call("POST", "/api/nominations", { ...book, title, coverImage: world.foreignCover("refused") });
const createNomination = async (person: Person, title = "Persuasion"): Promise<number> =>
  (await (await person.call("POST", "/api/nominations", { ...book, title })).json()).id;
const updateNomination = async ({ member, foreignCover }: World, id: number, fields: object = {}) =>
  member.call("PATCH", `/api/nominations/${id}`, { ...fields, coverImage: foreignCover("refused") });

/** Every member's call that fetches, stores a file or mails, and reasons to reject it. A new call needs a line. */
const REJECTED_CALLS: Readonly<Record<string, readonly RejectedCall[]>> = {
  "POST /api/nominations": [
    [409, "a book the club has", nominate("Emma")],
    [
      409,
      "a nominated book",
      async (world) => {
        await createNomination(world.other);
        return nominate("Persuasion")(world);
      },
    ],
    [
      409,
      "a sixth one",
      async (world) => {
        for (const title of ["1", "2", "3", "4", "5"]) await createNomination(world.member, title);
        return nominate("6")(world);
      },
    ],
    [422, "no title", nominate("")],
  ],
  "PATCH /api/nominations/:id": [
    [404, "one that doesn't exist", (world) => updateNomination(world, 4711)],
    [403, "somebody else's", async (world) => updateNomination(world, await createNomination(world.other))],
    [
      409,
      "a book the club has",
      async (world) => updateNomination(world, await createNomination(world.member), { title: "Emma" }),
    ],
  ],
  "GET /api/books/isbn/:isbn?": [[422, "not an ISBN", get("/api/books/isbn/123")]],
  "GET /api/books/search": [[422, "one letter", get("/api/books/search?q=e")]],
  "POST /api/books/isbn": [[422, "not an ISBN", post("/api/books/isbn", { isbn: "123" })]],
  "POST /api/books/search": [[422, "one letter", post("/api/books/search", { q: "e" })]],
  "POST /api/profile/photo": [[415, "no form", ({ member }) => member.call("POST", "/api/profile/photo", {})]],
  "GET /api/covers/small/:name": [[404, "unknown", get(`/api/covers/small/${unknownPath}`)]],
  "GET /feeds/:token/cover/:file": [[404, "unknown", get(`/feeds/${"a".repeat(22)}/cover/${unknownPath}`)]],
  "GET /feeds/:token/thumbnail/:file": [[404, "unknown", get(`/feeds/${"a".repeat(22)}/thumbnail/1.jpg`)]],
  "POST /api/books/:id/send": [
    [404, "a book without an eBook", ({ member, bookId }) => member.call("POST", `/api/books/${bookId}/send`)],
  ],
  "POST /api/profile/ereader/test": [
    [409, "no address", ({ member }) => member.call("POST", "/api/profile/ereader/test")],
  ],
};

atNight("lists a member's calls that fetch, store a file or mail", async () => {
  const relevantCalls = new Set<string>();
  const club = await createClub();
  const routes = await routesOf(club);
  club.close();
  for (const row of SAMPLE_CALLS.filter(({ gets: [, member] }) => member < 300)) {
    const world = await createWorld();
    const tracesBefore = await prepareFor(world, row, routes);
    await tracesBefore.call();
    if (JSON.stringify(readTraces(world)) !== JSON.stringify(tracesBefore.traces)) relevantCalls.add(row.call);
    await world.close();
  }
  expect([...relevantCalls].toSorted()).toEqual(Object.keys(REJECTED_CALLS).toSorted());
});

const rows = Object.entries(REJECTED_CALLS).flatMap(([call, cases]) =>
  cases.map(([status, reason, send]) => [call, reason, status, send] as const),
);
test.each(rows)("%s fetches and stores nothing when rejected for: %s", async (_call, _why, status, send) => {
  const world = await createWorld();
  const tracesBefore = readTraces(world);
  expect((await send(world)).status).toBe(status);
  expect(readTraces(world)).toEqual(tracesBefore);
  await world.close();
});

/** A row's call by the member, with a cover of the lookup service if it takes one. */
async function prepareFor(world: World, row: SampleCall, routes: readonly Route[]) {
  const call = await prepareCall(world, row, world.member);
  const takesCover = textFields(routes).some(
    ({ route, part, path: fieldPath }) =>
      route.name === row.call && part === "body" && fieldPath.join() === "coverImage",
  );
  if (takesCover) {
    const body: object = JSON.parse(Buffer.from(call.form.bytes).toString());
    call.form = asJson({ ...body, coverImage: world.foreignCover("new") });
  }
  return { traces: readTraces(world), call: async () => (await send(world, call, world.member)).text() };
}

function readTraces(world: World) {
  const { asked, mailed } = world.traces();
  const files = readdirSync(world.club.config.storageDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  return { asked, mailed, files: files.toSorted() };
}
