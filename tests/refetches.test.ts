import { describe, expect, test } from "bun:test";

import { MutationObserver, type MutationOptions, QueryObserver } from "@tanstack/react-query";

import { REFETCHES } from "#contract/refetches.ts";
import { createQueryClient } from "#web/api/query-client.ts";

import { createWorld, type World } from "./support/access-world.ts";
import { prepareCall, SAMPLE_CALLS, type SampleCall, send } from "./support/sample-calls.ts";
import { partOf } from "./support/tested-resources.ts";

const ALL_CALLS = SAMPLE_CALLS;
const NARROW_REFETCHES: Readonly<Record<string, readonly string[]>> = REFETCHES;

const isGet = ({ call }: SampleCall) => call.startsWith("GET /api/");
/** Not fetched by the query client: files, lookups, the session, and the size on disk, which every row changes. */
const NOT_SHOWN =
  /^GET \/api\/(?:docs|health|storage|covers|avatars|download|unsubscribe|uploads|push\/key|calendar|auth\/user|books\/isbn|books\/search|profile\/export|shelf\/export)|text\/\*$|\.md$|\/page$/;
const SHOWN_QUERIES = ALL_CALLS.filter((row) => isGet(row) && row.gets[2] === 200 && !NOT_SHOWN.test(row.call));
const FREQUENT_CALLS = ALL_CALLS.filter(({ call }) => call in NARROW_REFETCHES);

/** No frequent mutation changes these. */
const EMPTY_PATHS = ["/api/profile/passkeys", "/api/shelf/import"];
const SAMPLES = partOf("ids");

/** A club with data in each response, whose copy each mutation changes. */
const stockedClub = await createStockedClub();

describe("refetches every response that a call changes", () => {
  test.each(FREQUENT_CALLS.map((row) => [row.call, row] as const))("%s", async (call, row) => {
    const world = await createWorld({ saved: stockedClub.saved });
    const mutationFn = await prepareMutation(world, row);
    const page = await openPage(world);
    try {
      const staleUrls = await page.leftBy({ mutationFn, meta: { refetches: NARROW_REFETCHES[call] ?? [] } });
      const isSignedIn = (await world.admin.call("GET", "/api/profile")).ok;
      expect(isSignedIn ? staleUrls : []).toEqual([]);
    } finally {
      page.close();
      await world.close();
    }
  });

  test("refetches everything after a less frequent call", async () => {
    const world = await createWorld({ saved: stockedClub.saved });
    const page = await openPage(world);
    try {
      const mutationFn = () => world.admin.call("POST", "/api/auth/logout");
      expect(await page.leftBy({ mutationFn, meta: { refetches: [] } })).toContain("/api/posts");
      expect(await page.leftBy({ mutationFn })).toEqual([]);
    } finally {
      page.close();
      await world.close();
    }
  });
});

test("lists only mutations and queries of the API", () => {
  const calls = ALL_CALLS.map(({ call }) => call);
  expect(Object.keys(NARROW_REFETCHES).filter((call) => !calls.includes(call))).toEqual([]);
  const keys = new Set(Object.values(NARROW_REFETCHES).flat());
  expect([...keys].filter((path) => !calls.includes(path))).toEqual([]);
});

async function createStockedClub() {
  const world = await createWorld();
  const paths: string[] = [];
  for (const row of SHOWN_QUERIES) paths.push((await prepareCall(world, row, world.admin)).path);
  await createChangedData(world);
  for (const path of await listEmpty(world, paths))
    if (!EMPTY_PATHS.includes(path)) await SAMPLES[path.split("/").at(-1) ?? ""]?.(world, world.other);
  expect(await listEmpty(world, paths)).toEqual(EMPTY_PATHS);
  const savedClub = world.club.save();
  await world.close();
  return { saved: savedClub, paths };
}

async function listEmpty({ admin }: World, paths: readonly string[]): Promise<string[]> {
  const emptyCalls: string[] = [];
  for (const path of paths)
    if (/^(?:\[\]|null)$/.test(await (await admin.call("GET", path)).text())) emptyCalls.push(path);
  return emptyCalls;
}

/** Data that frequent mutations could change: positions in every medium, bookmarks, and others' notes further on. */
async function createChangedData({ admin, other, bookId }: World): Promise<void> {
  const create = async (person: typeof admin, method: string, path: string, body?: object) => {
    const response = await person.call(method, path, body);
    expect([path, response.status < 300, response.status]).toEqual([path, true, response.status]);
    return response.json();
  };
  const book = `/api/books/${bookId}`;
  await create(admin, "POST", "/api/bookmarks", { bookId, currentTime: 1, note: "The bell" });
  await create(admin, "POST", "/api/bookmarks", { bookId, fraction: 0.6, quote: "a quarrel" });
  await create(admin, "POST", "/api/audiobook-progress", { bookId, currentTime: 900, reason: "seek" });
  await create(admin, "POST", "/api/audiobook-progress", { bookId, currentTime: 1 });
  for (const fraction of [0.2, 0.1])
    await create(admin, "POST", "/api/reading-progress", { bookId, fraction, locator: null });
  for (const page of [20, 10]) await create(admin, "PUT", `${book}/paper`, { pages: 320, page });
  await create(other, "PUT", `${book}/reached`, { fraction: 1 });
  for (const fraction of [0, 0.7]) {
    const { id } = await create(other, "POST", `${book}/notes`, { text: "A turn", fraction });
    await create(other, "POST", `/api/notes/${id}/replies`, { text: "It is" });
  }
  await create(other, "PUT", `${book}/copy`, { kind: "lend" });
  await create(other, "PUT", `${book}/review`, { stars: 4, text: "Sharp" });
  await create(other, "POST", "/api/wines", { name: "Rioja", kind: "red", bookId });
  const nominationIds: number[] = [];
  for (const title of ["Persuasion", "Sanditon"])
    nominationIds.push((await create(other, "POST", "/api/nominations", { title, author: "Jane Austen" })).id);
  await create(admin, "POST", "/api/polls", { month: "2027-03", closesAt: "2027-01-10T12:00:00.000Z", nominationIds });
  await create(admin, "POST", "/api/invitations", {});
}

/** An admin's page that fetches every response. */
async function openPage({ admin }: World) {
  const queries = createQueryClient();
  const requestedPaths = new Set<string>();
  const fetchPath = async (path: string) => {
    const response = await admin.call("GET", path);
    return `${response.status} ${await response.text()}`;
  };
  const unsubscribers = stockedClub.paths.map((path) => {
    const queryFn = () => {
      requestedPaths.add(path);
      return fetchPath(path);
    };
    return new QueryObserver(queries, { queryKey: [path], queryFn }).subscribe(() => undefined);
  });
  const untilSettled = async () => {
    while (queries.isFetching() > 0) await Bun.sleep(1);
  };
  await untilSettled();
  return {
    /** Paths whose responses a mutation changed without refetching them. */
    leftBy: async (mutation: MutationOptions): Promise<string[]> => {
      requestedPaths.clear();
      await new MutationObserver(queries, mutation).mutate();
      await untilSettled();
      const staleUrls: string[] = [];
      for (const path of stockedClub.paths.filter((one) => !requestedPaths.has(one)))
        if ((await fetchPath(path)) !== queries.getQueryData([path])) staleUrls.push(path);
      return staleUrls;
    },
    close() {
      for (const unsubscribe of unsubscribers) unsubscribe();
      queries.clear();
    },
  };
}

/** Prepares data for the call. @returns the call in the format of the web's client */
async function prepareMutation(world: World, row: SampleCall): Promise<() => Promise<unknown>> {
  const call = await prepareCall(world, row, world.admin);
  return async () => {
    const response = await send(world, call, world.admin);
    expect(response.status).toBeLessThan(300);
    const text = await response.text();
    return text === "" ? undefined : text === "null" ? null : text;
  };
}
