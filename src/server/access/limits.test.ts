import { afterEach, beforeEach, expect, test } from "bun:test";

import { NOTE_LIMITS } from "#contract/notes.ts";
import { PHOTO_LIMIT } from "#contract/profile.ts";
import { createDeps } from "#server/deps.ts";
import { createHandler } from "#server/handler.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { type Club, createClub, PASSWORD, type Person } from "#tests/support/club.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";
import { startIsbnServices } from "#tests/support/isbn-services.ts";
import { png } from "#tests/support/pictures.ts";

import { consumeLimit, requireWithinLimit } from "./limits.ts";

const picture = new Uint8Array(await png());
const photo = multipart([{ name: "photo", filename: "me.png", data: picture }]);

let services: ReturnType<typeof startIsbnServices>;
let club: Club;
let handler: Club["handler"];
let mia: Person;
let otto: Person;
beforeEach(async () => {
  services = startIsbnServices({ "/cover": () => new Response(picture) });
  club = await createClub({ environment: services.environment, own: { sandbox: inspectHere } });
  handler = club.handler;
  [mia, otto] = [club.member("mia"), club.member("otto")];
});
afterEach(async () => {
  club.close();
  await services.stop();
});

/** Recreates the club with only its database and files. */
function restart() {
  const { clock, log, sandbox } = club.deps;
  handler = createHandler(createDeps(club.config, club.db, { clock, log, sandbox }), {
    fetch: () => new Response("page"),
  });
}

function send(who: Person, method: string, path: string, body: object | Uint8Array<ArrayBuffer>) {
  const isForm = body instanceof Uint8Array;
  const headers = { cookie: who.cookie, "content-type": isForm ? MULTIPART_TYPE : "application/json" };
  return handler.fetch(
    new Request(`http://localhost${path}`, { method, headers, body: isForm ? body : JSON.stringify(body) }),
  );
}

test.each([
  [
    "50 wines a month",
    50,
    201,
    "2026-04-09T12:00:01Z",
    (who: Person) => send(who, "POST", "/api/wines", { name: "Rioja", kind: "red" }),
  ],
  ["20 photos a day", 20, 200, "2026-03-11T12:00:01Z", (who: Person) => send(who, "POST", "/api/profile/photo", photo)],
] as const)("a member has %s, also after a restart", async (words, max, status, later, add) => {
  for (let at = 0; at < max; at += 1) expect((await add(mia)).status).toBe(status);
  restart();
  const refused = await add(mia);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBe(
    (Date.parse(later) - 1000 - club.deps.clock.now().getTime()) / 1000,
  );
  expect((await refused.json()).message).toContain(words.slice(0, 2));
  expect((await add(otto)).status).toBe(status);
  club.setTime(later);
  const cookie = cookiesOf(await club.signIn("mia", PASSWORD));
  expect((await add({ ...mia, cookie })).status).toBe(status);
});

test("counts a nomination's cover as a lookup, at most 30", async () => {
  const nomination = { title: "Persuasion", author: "Jane Austen" };
  const { id } = await (await send(mia, "POST", "/api/nominations", nomination)).json();
  const change = (name: number) =>
    send(mia, "PATCH", `/api/nominations/${id}`, { coverImage: `${services.url}/cover/${name}.jpg` });
  for (let at = 0; at < 29; at += 1) expect((await change(at)).status).toBe(200);
  expect((await mia.call("GET", "/api/books/isbn/123")).status).toBe(422);
  expect((await change(30)).status).toBe(429);
  expect((await mia.call("GET", "/api/books/isbn/123")).status).toBe(429);
  expect(services.asked).toHaveLength(29);
});

test("counts 100 posts a minute in memory alone", async () => {
  const post = () => send(mia, "POST", "/api/posts", { content: "Figs" });
  for (let at = 0; at < 100; at += 1) expect((await post()).status).toBe(201);
  const refused = await post();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await refused.json()).message).toBe("You can post 100 times a minute. Please try again in 60 seconds.");
  expect((await send(otto, "POST", "/api/posts", { content: "Figs" })).status).toBe(201);
  expect(club.db.query("SELECT * FROM usage").all()).toEqual([]);
  restart();
  expect((await post()).status).toBe(201);
});

test("allows 60 notes and replies a minute, and 500 a day", () => {
  const { deps } = club;
  const start = deps.clock.now().getTime();
  const write = () => deps.stores.transaction(() => consumeLimit(deps, mia.user, ...NOTE_LIMITS));
  for (let at = 0; at < 500; at += 1) {
    if (at % 60 === 0) club.setTime(new Date(start + at * 1000).toISOString());
    write();
  }
  club.setTime(new Date(start + 60 * 60 * 1000).toISOString());
  expect(write).toThrow("You can write 500 notes and replies a day. Please try again in 23 hours.");
  club.setTime(new Date(start + 24 * 60 * 60 * 1000).toISOString());
  write();
});

test("doesn't count rejected calls, and survives a clock set back", () => {
  const { deps } = club;
  for (let at = 0; at < 20; at += 1) consumeLimit(deps, mia.user, PHOTO_LIMIT);
  expect(() => requireWithinLimit(deps, mia.user, PHOTO_LIMIT)).toThrow("Please try again in 24 hours.");
  expect(() => consumeLimit(deps, mia.user, PHOTO_LIMIT)).toThrow();
  expect(deps.stores.usage.find(mia.user.id, "photo a day")?.count).toBe(20);
  club.setTime("2026-03-01T12:00:00Z");
  requireWithinLimit(deps, mia.user, PHOTO_LIMIT);
});
