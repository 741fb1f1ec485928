import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { createApp } from "#server/app.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";

/** Calls that a signed-out person may make (DESIGN 2). A new line here is a decision. */
const PUBLIC = [
  "GET /api/club",
  "GET /api/health",
  // the link in a mail must work for whoever is signed out; its token names one member and can do nothing else
  "GET /api/unsubscribe",
  "POST /api/auth/login",
  "POST /api/auth/logout",
  "POST /api/auth/register",
  "POST /api/auth/setup",
  "POST /api/unsubscribe",
];

let club: Club;
let member: Person;
let routes: { name: string; method: string; path: string; access: string }[];

beforeAll(async () => {
  club = await createClub();
  member = club.member();
  routes = createApp(club.deps).routes.map(({ method, path, hooks }) => ({
    name: `${method} ${path}`,
    method,
    path: path.replaceAll(/:\w+/g, "1"),
    access: accessOf(hooks.detail?.security),
  }));
});
afterAll(() => club.close());

describe("every registered route", () => {
  test("carries a guard, and only the public few are open", () => {
    expect(routes.length).toBeGreaterThan(15);
    expect(routes.filter(({ access }) => access === "none")).toEqual([]);
    expect(
      routes
        .filter(({ access }) => access === "open")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(PUBLIC);
  });

  test("answers 401 to a signed-out call before it looks at the body", async () => {
    for (const { name, method, path, access } of routes.filter((route) => route.access !== "open")) {
      const response = await club.visitor.call(method, path, isRead(method) ? undefined : "{ not json");
      expect(`${name} ${access} ${response.status}`).toBe(`${name} ${access} 401`);
      if (method === "HEAD") continue;
      expect(await response.json()).toEqual({ message: "You are not signed in." });
    }
  });

  test("for admins answers 403 to a member before it looks at the body", async () => {
    for (const { name, method, path } of routes.filter((route) => route.access === "admin")) {
      const response = await member.call(method, path, isRead(method) ? undefined : "{ not json");
      expect(`${name} ${response.status}`).toBe(`${name} 403`);
    }
  });

  test("keeps its guard under other spellings of its address", async () => {
    for (const { name, method, path } of routes.filter((route) => route.access !== "open"))
      for (const spelling of [`${path}/`, `/${path}`, `${path};x`, `${path}?r=/api/auth/login`, path.toUpperCase()]) {
        const response = await club.visitor.call(method, spelling, undefined, {
          "x-http-method-override": "GET",
        });
        // outside /api/ the web app answers, which holds no data
        const isPage = !/^\/api(?:\/|$)/.test(spelling);
        expect(`${name} as ${spelling}: ${isPage || [401, 404].includes(response.status)}`).toEndWith("true");
      }
  });
});

test("an unknown call is a JSON 404, signed in or not", async () => {
  for (const who of [club.visitor, member])
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const response = await who.call(method, "/api/no-such-call");
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: "There is nothing at this address." });
    }
});

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function accessOf(security: unknown): string {
  if (!Array.isArray(security)) return "none";
  if (security.length === 0) return "open";
  return security[0]?.session?.[0] ?? "none";
}
