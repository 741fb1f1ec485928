import { describe, expect, test } from "bun:test";

import { MutationObserver, type MutationOptions, QueryObserver } from "@tanstack/react-query";

import { createQueryClient } from "#web/api/query-client.ts";
import { REFETCHES } from "#web/api/refetches.ts";

import { readMatrix, type Row } from "./support/access-row.ts";
import { asJson, createWorld, type World } from "./support/access-world.ts";

const MATRIX = await readMatrix();
const NARROW: Readonly<Record<string, readonly string[]>> = REFETCHES;

const isGet = ({ call }: Row) => call.startsWith("GET /api/");
/** No page has them from the query client: files, look-ups, the session, and the size on disk, which every row changes. */
const NOT_SHOWN =
  /^GET \/api\/(?:docs|health|storage|covers|avatars|download|unsubscribe|uploads|push\/key|calendar|auth\/user|books\/isbn|books\/search|profile\/export|shelf\/export)|text\/\*$|\.md$|\/page$/;
const SHOWN = MATRIX.filter((row) => isGet(row) && row.gets[2] === 200 && !NOT_SHOWN.test(row.call));
const ACTS = MATRIX.filter(({ call, gets }) => !/^(?:GET|HEAD|OPTIONS) /.test(call) && gets[2] < 300);

describe("what a call changes in the server's answers is asked for again", () => {
  test.each(ACTS.map((row) => [row.call, row] as const))("%s", async (_call, row) => {
    const world = await createWorld();
    const page = await openPage(world);
    try {
      const send = await prepared(world, row);
      await page.refresh();
      const before = await page.answers();
      const asked = await page.askedBy({ mutationFn: send, meta: metaOf(row.call) });
      const after = await page.answers();
      const changed = page.calls.filter((call) => after.get(call) !== before.get(call));
      // afterwards nobody is signed in
      const hasEnded = after.get("GET /api/profile")?.startsWith("401");
      expect(hasEnded ? [] : changed.filter((call) => !asked.has(call))).toEqual([]);
    } finally {
      page.close();
      await world.close();
    }
  });
});

test("the acts that are made often are calls, and change answers, of the API", () => {
  const calls = MATRIX.map(({ call }) => call);
  expect(Object.keys(NARROW).filter((call) => !calls.includes(call))).toEqual([]);
  const paths = new Set(Object.values(NARROW).flat());
  expect([...paths].filter((path) => !calls.includes(`GET ${path}`))).toEqual([]);
});

const metaOf = (call: string) => (NARROW[call] ? { refetches: NARROW[call] } : {});

/** A page of an admin that shows every answer. */
async function openPage(world: World) {
  const queries = createQueryClient();
  const paths = new Map<string, string>();
  const asked = new Set<string>();
  for (const { call, to = () => call.slice("GET ".length) } of SHOWN) paths.set(call, await to(world, world.admin));
  const ask = async (path: string) => {
    const answer = await world.admin.call("GET", path);
    return `${answer.status} ${await answer.text()}`;
  };
  const stops = [...paths].map(([call, path]) => {
    const queryFn = () => {
      asked.add(call);
      return ask(path);
    };
    return new QueryObserver(queries, { queryKey: [path], queryFn }).subscribe(() => undefined);
  });
  const settled = async () => {
    while (queries.isFetching() > 0) await Bun.sleep(1);
  };
  return {
    calls: [...paths.keys()],
    async refresh() {
      await settled();
      await queries.invalidateQueries();
    },
    async answers() {
      const answers = new Map<string, string>();
      for (const [call, path] of paths) answers.set(call, await ask(path));
      return answers;
    },
    /** Which answers are asked for after an act. */
    async askedBy(act: MutationOptions): Promise<ReadonlySet<string>> {
      asked.clear();
      await new MutationObserver(queries, act).mutate();
      await settled();
      return asked;
    },
    close() {
      for (const stop of stops) stop();
      queries.clear();
    },
  };
}

/** Makes what the call needs. @returns the call, which answers as the web's client does */
async function prepared(world: World, row: Row): Promise<() => Promise<unknown>> {
  const [method = "", route = ""] = row.call.split(" ");
  const path = (await row.to?.(world, world.admin)) ?? route;
  const form = (await row.body?.(world, world.admin)) ?? asJson({});
  const headers = { "content-type": form.type, ...form.headers, cookie: world.admin.cookie };
  return async () => {
    const request = new Request(`http://localhost${path}`, { method, headers, body: form.bytes });
    const answer = await world.club.handler.fetch(request);
    expect(answer.status).toBeLessThan(300);
    const text = await answer.text();
    return text === "" ? undefined : text === "null" ? null : text;
  };
}
