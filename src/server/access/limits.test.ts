import { afterEach, beforeEach, expect, test } from "bun:test";

import { NOTE_LIMITS } from "#contract/notes.ts";
import { PHOTO_LIMIT } from "#contract/profile.ts";
import { createDeps } from "#server/deps.ts";
import { createHandler } from "#server/handler.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { type Club, createClub, PASSWORD, type Person } from "#tests/support/club.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";
import { startIsbnServices } from "#tests/support/isbn-services.ts";

import { consumeLimit, requireWithinLimit } from "./limits.ts";

const image = new Uint8Array(await png());
const photo = multipart([{ name: "photo", filename: "me.png", data: image }]);

let services: ReturnType<typeof startIsbnServices>;
let club: Club;
let handler: Club["handler"];
let mia: Person;
let otto: Person;
beforeEach(async () => {
  services = startIsbnServices({ "/cover": () => new Response(image) });
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
] as const)("a member has %s, also after a restart", async (message, max, status, afterLimit, addItem) => {
  for (let at = 0; at < max; at += 1) expect((await addItem(mia)).status).toBe(status);
  restart();
  const refusedResponse = await addItem(mia);
  expect(refusedResponse.status).toBe(429);
  expect(Number(refusedResponse.headers.get("retry-after"))).toBe(
    (Date.parse(afterLimit) - 1000 - club.deps.clock.now().getTime()) / 1000,
  );
  expect((await refusedResponse.json()).message).toContain(message.slice(0, 2));
  expect((await addItem(otto)).status).toBe(status);
  club.setTime(afterLimit);
  const cookie = cookiesOf(await club.signIn("mia", PASSWORD));
  expect((await addItem({ ...mia, cookie })).status).toBe(status);
});

test("counts a nomination's cover as a lookup, at most 30", async () => {
  const nomination = { title: "Persuasion", author: "Jane Austen" };
  const { id } = await (await send(mia, "POST", "/api/nominations", nomination)).json();
  const changeName = (name: number) =>
    send(mia, "PATCH", `/api/nominations/${id}`, { coverImage: `${services.url}/cover/${name}.jpg` });
  for (let at = 0; at < 29; at += 1) expect((await changeName(at)).status).toBe(200);
  expect((await mia.call("GET", "/api/books/isbn/123")).status).toBe(422);
  expect((await changeName(30)).status).toBe(429);
  expect((await mia.call("GET", "/api/books/isbn/123")).status).toBe(429);
  expect(services.asked).toHaveLength(29);
});

test("counts 100 posts a minute in memory alone", async () => {
  const sendPost = () => send(mia, "POST", "/api/posts", { content: "Figs" });
  for (let at = 0; at < 100; at += 1) expect((await sendPost()).status).toBe(201);
  const refusedResponse = await sendPost();
  expect([refusedResponse.status, refusedResponse.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await refusedResponse.json()).message).toBe(
    "You can post 100 times a minute. Please try again in 60 seconds.",
  );
  expect((await send(otto, "POST", "/api/posts", { content: "Figs" })).status).toBe(201);
  expect(club.db.query("SELECT * FROM usage").all()).toEqual([]);
  restart();
  expect((await sendPost()).status).toBe(201);
});

test("allows 60 notes and replies a minute, and 500 a day", () => {
  const { deps } = club;
  const startTime = deps.clock.now().getTime();
  const writeNote = () => deps.stores.transaction(() => consumeLimit(deps, mia.user, ...NOTE_LIMITS));
  for (let at = 0; at < 500; at += 1) {
    if (at % 60 === 0) club.setTime(new Date(startTime + at * 1000).toISOString());
    writeNote();
  }
  club.setTime(new Date(startTime + 60 * 60 * 1000).toISOString());
  expect(writeNote).toThrow("You can write 500 notes and replies a day. Please try again in 23 hours.");
  club.setTime(new Date(startTime + 24 * 60 * 60 * 1000).toISOString());
  writeNote();
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
