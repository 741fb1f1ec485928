import { afterAll, beforeAll, expect, test } from "bun:test";

import { type Club, createClub } from "#tests/support/club.ts";

import type { ApiDocument } from "./api-document.ts";

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

test("the description is this club's", () => {
  expect(document.info.title).toBe("The API of Claret <& Clues>");
  expect(document.servers).toEqual([{ url: "http://localhost" }]);
});

test("its page has every call and type, and each link in it leads somewhere", () => {
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(calls.length).toBeGreaterThan(150);
  expect(calls.filter(({ operationId }) => !ids.has(operationId))).toEqual([]);
  expect(Object.keys(document.components.schemas).filter((name) => !ids.has(`type-${name}`))).toEqual([]);
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(300);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

test("the page loads nothing, runs nothing and shows names as text", () => {
  expect(page.match(/<(?:script|link|img|iframe|object|form)\b/g)).toBeNull();
  expect(page.includes("<h1>The API of Claret &lt;&amp; Clues&gt;</h1>")).toBe(true);
});

test("rendering it lets other calls in", async () => {
  const { apiPage } = await import("./api-page.ts");
  let turns = 0;
  const count = () => void (turns += 1);
  const rendering = apiPage(document);
  for (let left = 5; left > 0; left -= 1) setImmediate(count);
  await rendering;
  expect(turns).toBe(5);
});
