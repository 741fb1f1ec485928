import { expect, test } from "bun:test";

import { Kind, type TSchema } from "@sinclair/typebox";
import * as fc from "fast-check";

import { createApp } from "#server/app.ts";
import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";
import { atNight } from "#tests/support/at-night.ts";
import { createClub } from "#tests/support/club.ts";

/** Texts of users, scripts and attackers. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    " ",
    "0x10",
    "1e3",
    "-1",
    "null",
    "__proto__",
    "../..",
    "<img src=x onerror=alert(1)>",
    "2026-02-31",
  ),
  fc.constantFrom("2026-03", "2026-03-10", "19:30", "a@example.org", "/covers/x.webp", "\0", "é\r\nX: y", "\u202Eabc"),
  fc.integer({ min: 100, max: 3000 }).map((length) => "x".repeat(length)),
);
const anyValue = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Usually values of a schema, sometimes anything else. */
function valuesOf(schema: TSchema): fc.Arbitrary<unknown> {
  const validValues = (): fc.Arbitrary<unknown> => {
    if (schema[Kind] === "Object") {
      const fields = Object.entries(schema["properties"] ?? {}).map(
        ([name, field]): [string, fc.Arbitrary<unknown>] => [name, valuesOf(field as TSchema)],
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    if (schema[Kind] === "Union") return fc.oneof(...(schema["anyOf"] as TSchema[]).map(valuesOf));
    if (schema[Kind] === "Array") return fc.array(valuesOf(schema["items"]), { maxLength: 4 });
    if (schema["maximum"] === 1) return fc.double({ min: -0.2, max: 1.2, noNaN: true });
    if (schema[Kind] === "Integer" || schema[Kind] === "Number") return fc.integer({ min: -2, max: 5000 });
    if (schema[Kind] === "Boolean") return fc.boolean();
    if (schema[Kind] === "Literal") return fc.constant(schema["const"]);
    return text;
  };
  return fc.oneof({ weight: 6, arbitrary: validValues() }, { weight: 1, arbitrary: anyValue });
}

const ROLES = ["visitor", "member", "admin"] as const;

/** The outcome: calls by status, and responses that must not happen. */
type Tally = { calls: number; statuses: Record<number, number>; faults: string[] };

/**
 * Makes `calls` random calls to every route, in turn as visitor, member and admin, on one club (TESTS Z01), except
 * those that only measure the password hash. Finally the database is intact, every file of a row exists, and there is a
 * current book.
 */
async function makeRandomCalls(calls: number, seed: number): Promise<Tally> {
  const club = await createClub({
    environment: { OPEN_LIBRARY_URL: "http://127.0.0.1:9", GOOGLE_BOOKS_URL: "http://127.0.0.1:9" },
  });
  try {
    club.admin("second-admin");
    let newcomerCount = 0;
    const registration = {
      member: () => club.member(`member${(newcomerCount += 1)}`),
      admin: () => club.admin(`admin${(newcomerCount += 1)}`),
    };
    const people = { visitor: club.visitor, member: registration.member(), admin: registration.admin() };
    const routes = createApp(club.deps).routes.filter(({ path }) => !path.includes("password"));
    const tally: Tally = { calls: 0, statuses: {}, faults: [] };
    const place = fc.oneof(fc.integer({ min: -1, max: 30 }).map(String), text.map(encodeURIComponent));
    const plans = routes.map(({ method, path, hooks }) => {
      const body: TSchema | undefined = typeof hooks.body === "object" ? hooks.body : undefined;
      return fc.record({
        method: fc.constant(method),
        path: fc.tuple(place, place).map(([one, other]) => path.replace(/:\w+/, one).replace(/:\w+/, other)),
        query: fc.option(
          fc.dictionary(fc.constantFrom("bookId", "limit", "before", "offset", "search", "version", "kind"), text),
        ),
        body: method === "GET" || method === "HEAD" ? fc.constant(undefined) : body ? valuesOf(body) : anyValue,
      });
    });
    const samples = fc.sample(fc.oneof(...plans), { numRuns: calls, seed });
    for (const [index, { method, path, query, body }] of samples.entries()) {
      const role = ROLES[index % ROLES.length] ?? "visitor";
      // a call may have promoted the member, or demoted the admin
      if (role !== "visitor" && club.deps.stores.users.find(people[role].user.id)?.isAdmin !== (role === "admin"))
        people[role] = registration[role]();
      const address = query ? `${path}?${new URLSearchParams(query)}` : path;
      const response = await people[role].call(method, address, body);
      const responseText = await response.text();
      tally.calls += 1;
      // signed out or deleted by an earlier call, so later calls would all be rejected
      if (role !== "visitor" && response.status === 401) people[role] = registration[role]();
      tally.statuses[response.status] = (tally.statuses[response.status] ?? 0) + 1;
      const isOurs =
        response.status < 500 ||
        (response.status === 503 && /busy|email/i.test(responseText)) ||
        /can't be reached/.test(responseText);
      if (!isOurs)
        tally.faults.push(
          `${method} ${address} ${JSON.stringify(body)?.slice(0, 200)}: ${response.status} ${responseText}`,
        );
      if (/\bat .*\.ts:|SQLITE|node_modules/.test(responseText))
        tally.faults.push(`${method} ${address} tells too much: ${responseText}`);
      if (club.deps.stores.users.countAdmins() < 1) tally.faults.push(`${method} ${address} took the last admin`);
    }
    tally.faults.push(...club.deps.stores.findDamage());
    tally.faults.push(
      ...(await findMissingOrTruncatedFiles(club.deps)).map(({ path }) => `a row names ${path}, which is not there`),
    );
    const { status } = await registration.member().call("GET", "/api/books/current");
    if (status !== 200) tally.faults.push(`the current book is answered ${status}`);
    return tally;
  } finally {
    club.close();
  }
}

atNight(
  "50,000 random calls per role cause no server error (Z01)",
  async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const { calls, statuses, faults } = await makeRandomCalls(150_000, seed);
    console.log(`Z01: ${calls} calls with seed ${seed}, by status ${JSON.stringify(statuses)}`);
    expect(faults).toEqual([]);
  },
  600_000,
);

test("2,000 random calls per role cause no server error (Z01)", async () => {
  const { calls, faults, statuses } = await makeRandomCalls(2000, 8);
  expect(faults).toEqual([]);
  expect(calls).toBe(2000);
  // these pass the checks
  expect(statuses[200] ?? 0).toBeGreaterThan(120);
  expect(statuses[422] ?? 0).toBeGreaterThan(120);
  // the visitor's third, and a few more
  expect(statuses[401] ?? 0).toBeLessThan(800);
});
