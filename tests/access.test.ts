import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { createApp } from "#server/app.ts";

import { accessOf, makeCall } from "./support/access-call.ts";
import { actsNamingMembers, createWorld, type World } from "./support/access-world.ts";
import { type Club, createClub, type Person } from "./support/club.ts";
import { isRead, isReadOnly, SAMPLE_CALLS, type SampleCall } from "./support/sample-calls.ts";
import { madeBy } from "./support/tested-resource.ts";

/** Ids of docs/testing.md. */
const REQUIREMENT_IDS: Readonly<Record<string, string>> = {
  "GET /api/auth/user": "AZ01",
  "POST /api/auth/login": "AZ02",
  "POST /api/auth/register": "AZ03",
  "POST /api/auth/logout": "AZ04",
  "GET /api/posts": "AZ05",
  "POST /api/posts": "AZ06",
  "DELETE /api/posts": "AZ07",
  "GET /api/content": "AZ08",
  "PATCH /api/content": "AZ09",
  "GET /api/books/current": "AZ10",
  "POST /api/books": "AZ11",
  "PATCH /api/books/:id": "AZ12",
  "GET /api/books/isbn/:isbn?": "AZ13",
  "POST /api/upload/:kind": "AZ14",
  "GET /api/audiobook-progress": "AZ15",
  "POST /api/audiobook-progress": "AZ16",
  "GET /api/download/ebook/:id": "AZ17",
  "GET /api/download/audiobook/:id": "AZ18",
  "GET /api/users": "AZ19",
  "DELETE /api/users/:id": "AZ20",
  "PATCH /api/users/:id/password-reset": "AZ21",
  "GET /api/email/status": "AZ22",
  "PATCH /api/email/config": "AZ23",
  "POST /api/email/test": "AZ24",
  "POST /api/email/trigger-monthly": "AZ25",
};

let club: Club;
let member: Person;
/** Hosts the meeting whose id is in the routes' paths. */
let host: Person;
let routes: { name: string; method: string; path: string; access: string }[];

beforeAll(async () => {
  club = await createClub();
  member = club.member();
  host = club.member("hostess");
  const meetingFields = { date: "2099-12-16", time: "19:00", location: "" };
  expect(await madeBy(club.admin(), "/api/meetings", meetingFields)).toBe(1);
  expect((await host.call("PUT", "/api/meetings/1/host")).status).toBe(200);
  routes = createApp(club.deps).routes.map(({ method, path, hooks }) => ({
    name: `${method} ${path}`,
    method,
    path: path.replaceAll(/:\w+/g, "1"),
    access: accessOf(hooks.detail?.security),
  }));
});
afterAll(() => {
  club.close();
});

describe("every registered route", () => {
  test("returns 401 to a signed-out call before it looks at the body", async () => {
    for (const { name, method, path, access } of routes.filter((route) => route.access !== "open")) {
      const response = await club.visitor.call(method, path, isReadOnly(method) ? undefined : "{ not json");
      expect(`${name} ${access} ${response.status}`).toBe(`${name} ${access} 401`);
      if (method === "HEAD") continue;
      expect(await response.json()).toEqual({ message: "You are not signed in." });
    }
  });

  test("returns 403 to members for admin calls before the body", async () => {
    for (const { name, method, path } of routes.filter((route) => isForAdmins(route.access))) {
      const response = await member.call(method, path, isReadOnly(method) ? undefined : "{ not json");
      expect(`${name} ${response.status}`).toBe(`${name} 403`);
    }
  });

  test("with admins alone returns 403 to a host, too", async () => {
    for (const { name, method, path } of routes.filter(({ access }) => access === "admin")) {
      const response = await host.call(method, path, isReadOnly(method) ? undefined : "{ not json");
      expect(`${name} ${response.status}`).toBe(`${name} 403`);
    }
  });

  test("returns 409 first if the page belongs to another member", async () => {
    const invalidMemberIds = ["0", "-1", "1.5", "+1", "01", "1e3", "me", "", "1, 1", "0x1"];
    for (const { name, method, path } of routes.filter(
      ({ access, method }) => access !== "open" && !isReadOnly(method),
    ))
      for (const [id, status] of [
        [String(host.user.id), 409],
        ["9".repeat(30), 409],
        ...invalidMemberIds.map((id) => [id, 422]),
      ]) {
        const headers = { "x-member": String(id), "content-type": "application/json" };
        const callAs = (person: { call: Person["call"] }) => person.call(method, path, "{ not json", headers);
        expect(`${name} ${id} ${(await callAs(member)).status}`).toBe(`${name} ${id} ${status}`);
        expect(`${name} ${id} ${(await callAs(club.visitor)).status}`).toBe(`${name} ${id} 401`);
      }
  });

  const spellings = (path: string) => [
    `${path}/`,
    `/${path}`,
    `${path};x`,
    `${path}?r=/api/auth/login`,
    path.toUpperCase(),
    path.replace("/api/", "/api%2f"),
    path.replace("/api/", "/api/club/%2e%2e/"),
    path.replace("/api/", "/%61pi/"),
    `/x/..${path}`,
  ];

  test("guards other spellings of its address and HEAD (AZ26)", async () => {
    const wrongStatuses: string[] = [];
    for (const { name, method, path, access } of routes.filter((route) => route.access !== "open"))
      for (const [who, person, expectedStatuses] of [
        ["visitor", club.visitor, [401, 404]],
        ["member", member, [403, 404]],
      ] as const)
        for (const spelling of spellings(path))
          for (const requestMethod of new Set([method, ...(method === "GET" ? ["HEAD"] : [])])) {
            if (who === "member" && !isForAdmins(access)) continue;
            // outside of /api/ the web app responds, without data
            if (!/^\/api(?:\/|$)/.test(spelling)) continue;
            const headers = { "x-http-method-override": "GET", "x-method-override": "GET" };
            const { status } = await person.call(requestMethod, spelling, undefined, headers);
            if (!(expectedStatuses as readonly number[]).includes(status))
              wrongStatuses.push(`${who} ${requestMethod} ${name} as ${spelling}: ${status}`);
          }
    expect(wrongStatuses).toEqual([]);
  });
});

test("accepts no other method, signed in or not (AZ26)", async () => {
  const routeNames = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  for (const { path } of routes)
    for (const method of ["PUT", "POST", "PATCH", "DELETE"].filter((one) => !routeNames.has(`${one} ${path}`)))
      for (const person of [club.visitor, member]) {
        const { status } = await person.call(method, path);
        // if the last part may be an id, the path also matches another route
        expect([method, path, [401, 403, 404].includes(status)]).toEqual([method, path, true]);
      }
});

describe("the access table", () => {
  /** Read-only calls share one club. */
  let readOnlyWorld: World | null = null;
  afterAll(() => readOnlyWorld?.close());

  test("lists exactly the app's routes in the table (AZ27)", () => {
    expect(SAMPLE_CALLS.map(({ call }) => call).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
    expect(SAMPLE_CALLS.filter(({ call }) => call in REQUIREMENT_IDS)).toHaveLength(25);
  });

  test("agrees with the guard of each route", () => {
    const guardOf = ({ gets: [visitor, member] }: SampleCall) =>
      visitor !== 401 ? "open" : member !== 403 ? "member" : "admin";
    const guardByRoute = new Map(routes.map(({ name, access }) => [name, isForAdmins(access) ? "admin" : access]));
    expect(SAMPLE_CALLS.filter((row) => guardOf(row) !== guardByRoute.get(row.call)).map(({ call }) => call)).toEqual(
      [],
    );
  });

  test.each(
    SAMPLE_CALLS.map((row) => [`${REQUIREMENT_IDS[row.call] ?? "AZ"} ${row.call}`, row.gets.join(", "), row] as const),
  )("%s: visitor, member and admin get %s", async (_name, _gets, row) => {
    const world = (isRead(row) && readOnlyWorld) || (await createWorld());
    if (isRead(row)) readOnlyWorld = world;
    try {
      const statuses = [await makeCall(world, row, null), await makeCall(world, row, world.member)];
      expect([...statuses, await makeCall(world, row, world.admin)]).toEqual([...row.gets]);
      expect(actsNamingMembers(world)).toEqual([]);
    } finally {
      if (!isRead(row)) await world.close();
    }
  });
});

test("an unknown call is a JSON 404, signed in or not", async () => {
  for (const person of [club.visitor, member])
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const response = await person.call(method, "/api/no-such-call");
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: "Nothing here." });
    }
});

/** A host hosts one meeting; for other meetings such a call is for admins only. */
function isForAdmins(access: string): boolean {
  return access === "admin" || access === "host";
}
