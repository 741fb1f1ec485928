import { expect } from "bun:test";

import { MEMBER_HEADER } from "#contract/headers.ts";

import type { World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { isReadOnly, prepareCall, type SampleCall, send } from "./sample-calls.ts";
import { partOf } from "./tested-resources.ts";

const RECORDED_AS = partOf("audit");

/**
 * Makes a row's call as someone, null for a visitor. A rejected call must leave its body unread, write nothing and call
 * no service; no response may contain a secret; only audit events of its types are recorded; a cross-site call is
 * rejected, and one that names another member as its author, unless it only reads or needs no session.
 */
export async function makeCall(world: World, row: SampleCall, person: Person | null): Promise<number> {
  const call = await prepareCall(world, row, person ?? world.member);
  const { method, form } = call;
  let isRead = false;
  // sent lazily
  const pull = (controller: ReadableStreamDefaultController) => {
    isRead = true;
    controller.enqueue(form.bytes);
    controller.close();
  };
  const callOnce = (headers: Record<string, string> = {}) =>
    send(world, call, person, { headers, body: new ReadableStream({ pull }, { highWaterMark: 0 }) });
  const before = world.traces();
  const listEvents = () => world.club.deps.stores.audit.list({ limit: 1000 }).toReversed();
  const eventCount = listEvents().length;
  const hasAuthor = !isReadOnly(method) && row.gets[0] === 401;
  if (!isReadOnly(method)) expect((await callOnce({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  if (hasAuthor) {
    const rejectedStatus = await callOnce({ [MEMBER_HEADER]: String(world.other.user.id) });
    expect([rejectedStatus.status, await rejectedStatus.json()]).toEqual(
      person ? [409, { message: "Somebody else is signed in now." }] : [401, { message: "You are not signed in." }],
    );
    expect((await callOnce({ [MEMBER_HEADER]: "me" })).status).toBe(person ? 422 : 401);
  }
  expect([world.traces(), isRead]).toEqual([before, false]);
  const response = await callOnce({ [MEMBER_HEADER]: String((hasAuthor && person ? person : world.other).user.id) });
  expectFitForProxies(response);
  const body = await response.text();
  const auditEvents = listEvents().slice(eventCount);
  expect(auditEvents.filter(({ kind }) => !RECORDED_AS[row.call]?.includes(kind))).toEqual([]);
  expect(body).not.toMatch(/\$argon2|AKIATEST|secret-of-the-test/);
  expect(body).not.toContain(world.club.config.storageDir);
  // null stands for a queued mutation in the web app, which has changed nothing yet
  if (!isReadOnly(method)) expect(body).not.toBe("null");
  if (person === world.member) expect(body).not.toMatch(/(?:ada|otto)@example\.org/);
  if (response.status === 401 || response.status === 403) expect([world.traces(), isRead]).toEqual([before, false]);
  // tus deletes without a body
  else if (row.body && !isReadOnly(method) && row.call !== "DELETE /api/uploads/:id") expect(isRead).toBe(true);
  // GET writes nothing in a club with data of every kind (C04), except that the health check tries a write, a feed
  // records its fetch, and a lookup is counted
  if (isReadOnly(method) && !/\/api\/health|podcast\.xml|opds|isbn|books\/search/.test(row.call))
    expect(world.traces().written).toBe(before.written);
  return response.status;
}

/** Proxies must neither buffer a response nor transform a page. */
function expectFitForProxies({ headers }: Response): void {
  const isPage = /html/.test(headers.get("content-type") ?? "");
  expect(headers.get("x-accel-buffering")).toBe("no");
  expect(/\bno-transform\b/.test(headers.get("cache-control") ?? "")).toBe(isPage);
}

/** A route's guard, from its description. */
export function accessOf(security: unknown): string {
  if (!Array.isArray(security)) return "none";
  if (security.length === 0) return "open";
  return security[0]?.session?.[0] ?? "none";
}
