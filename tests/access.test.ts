import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { NAMES_PERSON } from "#contract/audit.ts";
import { createApp } from "#server/app.ts";

import { accessOf, makeCall } from "./support/access-call.ts";
import { isRead, isReadOnly, madeBy, readMatrix, type Row } from "./support/access-row.ts";
import { createWorld, type World } from "./support/access-world.ts";
import { atNight } from "./support/at-night.ts";
import { losePlace, LOSSES, MOMENTS } from "./support/caller-gone.ts";
import { type Club, createClub, type Person } from "./support/club.ts";
import { ADMINS, HOSTS, PUBLIC } from "./support/who-may-call.ts";

/** Who may do what (TESTS AZ01 to AZ27): a row for each route of the running app. */
const MATRIX = await readMatrix();

let club: Club;
let member: Person;
/** Hosts the meeting whose id the routes' addresses have. */
let host: Person;
let routes: { name: string; method: string; path: string; access: string }[];

beforeAll(async () => {
  club = await createClub();
  member = club.member();
  host = club.member("hostess");
  const evening = { date: "2099-12-16", time: "19:00", location: "" };
  expect(await madeBy(club.admin(), "/api/meetings", evening)).toBe(1);
  expect((await host.call("PUT", "/api/meetings/1/host")).status).toBe(200);
  routes = (await createApp(club.deps)).routes.map(({ method, path, hooks }) => ({
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
  test("has a guard, and only the public few are open", () => {
    expect(routes.length).toBeGreaterThan(15);
    expect(routes.filter(({ access }) => access === "none")).toEqual([]);
    expect(
      routes
        .filter(({ access }) => access === "open")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(PUBLIC.toSorted());
  });

  test("is for members, except for those that only admins and hosts may call", () => {
    const namesFor = (role: string) => routes.filter(({ access }) => access === role).map(({ name }) => name);
    expect(namesFor("admin").toSorted()).toEqual(ADMINS.toSorted());
    expect(namesFor("host").toSorted()).toEqual(HOSTS.toSorted());
  });

  test("answers 401 to a signed-out call before it looks at the body", async () => {
    for (const { name, method, path, access } of routes.filter((route) => route.access !== "open")) {
      const response = await club.visitor.call(method, path, isReadOnly(method) ? undefined : "{ not json");
      expect(`${name} ${access} ${response.status}`).toBe(`${name} ${access} 401`);
      if (method === "HEAD") continue;
      expect(await response.json()).toEqual({ message: "You are not signed in." });
    }
  });

  test("for admins answers 403 to a member before it looks at the body", async () => {
    for (const { name, method, path } of routes.filter((route) => isForAdmins(route.access))) {
      const response = await member.call(method, path, isReadOnly(method) ? undefined : "{ not json");
      expect(`${name} ${response.status}`).toBe(`${name} 403`);
    }
  });

  test("for admins alone answers 403 to a host, too", async () => {
    for (const { name, method, path } of routes.filter(({ access }) => access === "admin")) {
      const response = await host.call(method, path, isReadOnly(method) ? undefined : "{ not json");
      expect(`${name} ${response.status}`).toBe(`${name} 403`);
    }
  });

  test("answers 409 to another member's call, and 422 to nobody's, before it looks at role and body", async () => {
    const nobodys = ["0", "-1", "1.5", "+1", "01", "1e3", "me", "", "1, 1", "0x1"];
    for (const { name, method, path } of routes.filter(
      ({ access, method }) => access !== "open" && !isReadOnly(method),
    ))
      for (const [id, status] of [
        [String(host.user.id), 409],
        ["9".repeat(30), 409],
        ...nobodys.map((id) => [id, 422]),
      ]) {
        const headers = { "x-member": String(id), "content-type": "application/json" };
        const as = (who: { call: Person["call"] }) => who.call(method, path, "{ not json", headers);
        expect(`${name} ${id} ${(await as(member)).status}`).toBe(`${name} ${id} ${status}`);
        expect(`${name} ${id} ${(await as(club.visitor)).status}`).toBe(`${name} ${id} 401`);
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

  test("keeps its guard under other spellings of its address, for visitors and for members, and as HEAD (AZ26)", async () => {
    const wrong: string[] = [];
    for (const { name, method, path, access } of routes.filter((route) => route.access !== "open"))
      for (const [who, person, refusals] of [
        ["visitor", club.visitor, [401, 404]],
        ["member", member, [403, 404]],
      ] as const)
        for (const spelling of spellings(path))
          for (const as of new Set([method, ...(method === "GET" ? ["HEAD"] : [])])) {
            if (who === "member" && !isForAdmins(access)) continue;
            // outside /api/ the web app answers, without data
            if (!/^\/api(?:\/|$)/.test(spelling)) continue;
            const headers = { "x-http-method-override": "GET", "x-method-override": "GET" };
            const { status } = await person.call(as, spelling, undefined, headers);
            if (!(refusals as readonly number[]).includes(status))
              wrong.push(`${who} ${as} ${name} as ${spelling}: ${status}`);
          }
    expect(wrong).toEqual([]);
  });
});

test("no route accepts a method other than its own, signed in or not (AZ26)", async () => {
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  for (const { path } of routes)
    for (const method of ["PUT", "POST", "PATCH", "DELETE"].filter((one) => !known.has(`${one} ${path}`)))
      for (const who of [club.visitor, member]) {
        const { status } = await who.call(method, path);
        // where the last part may be an id, the address also belongs to another route
        expect([method, path, [401, 403, 404].includes(status)]).toEqual([method, path, true]);
      }
});

describe("the matrix", () => {
  /** What only reads shares a world. */
  let read: World | null = null;
  afterAll(() => read?.close());

  test("has exactly the routes of the running app, each of which is in the table of calls (AZ27)", () => {
    expect(MATRIX.map(({ call }) => call).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
    expect(new Set(MATRIX.flatMap(({ id }) => (id === "AZ" ? [] : [id]))).size).toBe(25);
  });

  test("agrees with the guard of each route", () => {
    const guardOf = ({ gets: [visitor, member] }: Row) =>
      visitor !== 401 ? "open" : member !== 403 ? "member" : "admin";
    const guards = new Map(routes.map(({ name, access }) => [name, isForAdmins(access) ? "admin" : access]));
    expect(MATRIX.filter((row) => guardOf(row) !== guards.get(row.call)).map(({ call }) => call)).toEqual([]);
  });

  test.each(MATRIX.map((row) => [`${row.id} ${row.call}`, row.gets.join(", "), row] as const))(
    "%s: visitor, member and admin get %s",
    async (_name, _gets, row) => {
      const world = (isRead(row) && read) || (await createWorld());
      if (isRead(row)) read = world;
      try {
        const seen = [await makeCall(world, row, null), await makeCall(world, row, world.member)];
        expect([...seen, await makeCall(world, row, world.admin)]).toEqual([...row.gets]);
        expect(actsOnPeople(world)).toEqual([]);
      } finally {
        if (!isRead(row)) await world.close();
      }
    },
  );

  const checks = MATRIX.flatMap(({ id, call, checks = {} }) =>
    Object.entries(checks).map(([what, check]) => [`${id} ${call}`, what, check] as const),
  );
  test.each(checks)("%s: %s", async (_name, _what, check) => {
    const world = await createWorld();
    try {
      await check(world);
      expect(actsOnPeople(world)).toEqual([]);
    } finally {
      await world.close();
    }
  });
});

describe("a call in progress changes nothing once its caller", () => {
  const writes = MATRIX.filter((row) => !isRead(row) && row.gets[0] === 401);
  const losses = writes.flatMap((row, index) => {
    const [, member] = row.gets;
    // the check that notices a deleted member notices one who is signed out, too
    const byDay = member === 403 ? (["is deleted", "stops being an admin"] as const) : (["is deleted"] as const);
    const due = `${byDay[index % byDay.length]} ${MOMENTS[(index >> 1) % MOMENTS.length]}`;
    return [...byDay, "is signed out" as const].flatMap((loss) =>
      MOMENTS.map((moment) => ({ loss, moment, row, isDue: due === `${loss} ${moment}` })),
    );
  });
  for (const { loss, moment, row, isDue } of losses)
    (isDue ? test : atNight)(`${loss}: ${row.call}, ${moment}`, async () => {
      const world = await createWorld();
      try {
        expect(await losePlace(world, row, loss, moment)).toEqual({ status: LOSSES[loss].answer, changed: [] });
      } finally {
        await world.close();
      }
    });
});

test("an unknown call is a JSON 404, signed in or not", async () => {
  for (const who of [club.visitor, member])
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const response = await who.call(method, "/api/no-such-call");
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: "Nothing here." });
    }
});

/** Recorded acts that name a member and aren't said to: an export would contain the name. */
function actsOnPeople({ club, ...people }: World) {
  const names = [people.admin, people.member, people.other].map(({ user }) => user.displayName);
  const saysSo = (kind: string) => Object.entries(NAMES_PERSON).some(([one, isPerson]) => one === kind && isPerson);
  return club.deps.stores.audit.list().filter(({ kind, subject }) => names.includes(subject) && !saysSo(kind));
}

/** A host is one of a meeting; to others such a call is an admin's. */
function isForAdmins(access: string): boolean {
  return access === "admin" || access === "host";
}
