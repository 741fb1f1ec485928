import { expect } from "bun:test";

import type { Row } from "./access-row.ts";
import { asJson, type World } from "./access-world.ts";
import type { Person } from "./club.ts";

/**
 * Makes a row's call as someone, null for a visitor. A rejected one must leave its body unread, write nothing and call
 * nobody; no response may have a secret; only acts that the row names are recorded; a cross-site call is rejected.
 */
export async function makeCall(world: World, row: Row, who: Person | null): Promise<number> {
  const [method = ""] = row.call.split(" ");
  const to = row.to ?? (() => row.call.split(" ")[1] ?? "");
  const path = await to(world, who ?? world.member);
  const form = (await row.body?.(world, who ?? world.member)) ?? asJson({});
  let isRead = false;
  const send = (headers: Record<string, string>) => {
    // sent lazily
    const pull = (controller: ReadableStreamDefaultController) => {
      isRead = true;
      controller.enqueue(form.bytes);
      controller.close();
    };
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 });
    return world.club.handler.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { "content-type": form.type, ...form.headers, ...(who && { cookie: who.cookie }), ...headers },
        ...(!isReadOnly(method) && { body: stream }),
      }),
    );
  };
  const before = world.traces();
  const acts = () => world.club.deps.stores.audit.list({ limit: 1000 }).toReversed();
  const earlier = acts().length;
  if (!isReadOnly(method)) expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect([world.traces(), isRead]).toEqual([before, false]);
  const answer = await send({});
  const said = await answer.text();
  const recorded = acts().slice(earlier);
  expect(recorded.filter(({ kind }) => !row.records?.includes(kind))).toEqual([]);
  expect(said).not.toMatch(/\$argon2|AKIATEST|secret-of-the-test/);
  expect(said).not.toContain(world.club.config.storageDir);
  // to the web, an act that answers null waits on the device, and changes nothing yet
  if (!isReadOnly(method)) expect(said).not.toBe("null");
  if (who === world.member) expect(said).not.toMatch(/(?:ada|otto)@example\.org/);
  if (answer.status === 401 || answer.status === 403) expect([world.traces(), isRead]).toEqual([before, false]);
  else if (row.body && !isReadOnly(method)) expect(isRead).toBe(true);
  // GET writes nothing in a club with something to read everywhere (C04); except that the health check tries a write,
  // a feed records its fetch, and a look-up is counted
  if (isReadOnly(method) && !/\/api\/health|podcast\.xml|opds|isbn|books\/search/.test(row.call))
    expect(world.traces().written).toBe(before.written);
  return answer.status;
}

/** Changes nothing by its method. */
export function isReadOnly(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/** The guard of a route, by its description. */
export function accessOf(security: unknown): string {
  if (!Array.isArray(security)) return "none";
  if (security.length === 0) return "open";
  return security[0]?.session?.[0] ?? "none";
}
