import { afterAll, beforeAll, expect, test } from "bun:test";

import { type Club, createClub } from "#tests/support/club.ts";

import type { ApiDocument } from "./api-page.ts";

let club: Club;
let page: string;
let document: ApiDocument;
beforeAll(async () => {
  club = await createClub({ environment: { CLUB_NAME: "Claret <& Clues>", PUBLIC_URL: "http://localhost" } });
  const admin = club.admin();
  page = await (await admin.call("GET", "/api/docs")).text();
  document = await (await admin.call("GET", "/api/docs/openapi.json")).json();
});
afterAll(() => club.close());

test("describes this club by its name and address", () => {
  expect(document.info.title).toBe("The API of Claret <& Clues>");
  expect(document.servers).toEqual([{ url: "http://localhost" }]);
});

test("lists every call once, with a link to the description", () => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls.length).toBeGreaterThan(150);
  const listedCalls = [...page.matchAll(/<code>([^<]+)<\/code>/g)].map(([, call]) => call);
  expect(listedCalls.toSorted()).toEqual(calls.toSorted());
  expect(page).toContain('<a href="/api/docs/openapi.json">');
});

test("the page loads nothing, runs nothing and shows names as text", () => {
  expect(page.match(/<(?:script|link|img|iframe|object|form)\b/g)).toBeNull();
  expect(page).toContain("<p>Claret &lt;&amp; Clues&gt;</p>");
});
