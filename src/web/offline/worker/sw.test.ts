import { afterAll, beforeEach, expect, setSystemTime, test } from "bun:test";

import { LAST_SEEN } from "#contract/headers.ts";
import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
import { webLocks } from "#tests/support/web-locks.ts";
import {
  COPY_CACHE,
  COPY_CHANNEL,
  copyUrl,
  pieceUrl,
  readCopy,
  storedBytes,
  wasReplaced,
  writeCopy,
  writePartial,
} from "#web/offline/copy/copy.ts";

const SIZE = 1000;
const copy = { userId: 1, bookId: 7, version: "2026-03-10T12:00:00.000Z", size: SIZE, type: "audio/mp4" };
const book = { id: 7, audiobookUploadedAt: copy.version };

type Sent = { waitUntil?: (work: Promise<unknown>) => void; respondWith?: (answer: Promise<Response>) => void };
const listeners = new Map<string, (event: Sent & { request?: Partial<Request> }) => void>();
const { addEventListener } = globalThis;
globalThis.addEventListener = ((name: string, listener: () => void) => listeners.set(name, listener)) as never;
Object.assign(globalThis, {
  MEMBER_PARTS: ["/assets/audiobook-1.js"],
  skipWaiting: async () => undefined,
  clients: { claim: async () => undefined },
});
await import("./sw.ts");
globalThis.addEventListener = addEventListener;

let answers: Record<string, unknown> = {};
beforeEach(() => {
  answers = {};
  useStorage(cacheStorage());
  globalThis.fetch = (async (asked: Request | string) => {
    const { pathname } = new URL(
      asked instanceof Request || typeof asked !== "string" ? asked.url : asked,
      location.href,
    );
    const answer = answers[pathname];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    if (typeof answer === "string") return new Response(answer, { headers: { "Content-Type": "text/html" } });
    return typeof answer === "number"
      ? new Response("", { status: answer })
      : Response.json(answer, { headers: { Date: "Tue, 10 Mar 2026 12:00:00 GMT" } });
  }) as typeof fetch;
});
afterAll(() => {
  for (const name of ["caches", "MEMBER_PARTS", "skipWaiting", "clients"]) Reflect.deleteProperty(globalThis, name);
});

async function send(name: string, request?: Partial<Request>): Promise<Response | undefined> {
  const works: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(name)?.({
    ...(request && { request }),
    waitUntil: (work) => void works.push(work),
    respondWith: (given) => void (answer = given),
  });
  // some work begins with the answer
  await answer?.catch(() => undefined);
  await Promise.all(works);
  return answer;
}

/** What a page requests from the worker; undefined when the worker leaves it to the browser. */
const ask = (path: string, headers: Record<string, string> = {}, how: Partial<Request> = {}) =>
  send("fetch", { url: `http://localhost${path}`, method: "GET", headers: new Headers(headers), ...how });

const open = (path = "/") => ask(path, {}, { mode: "navigate" });

const pageOf = (version: string) => `<script src="/assets/main-${version}.js"></script><div id="root">`;

/** A member who has been here before; then there is no network. */
async function visit(version = "1"): Promise<void> {
  answers["/"] = pageOf(version);
  answers[`/assets/main-${version}.js`] = "program";
  answers["/assets/audiobook-1.js"] = "player";
  answers["/api/auth/user"] = { id: 1 };
  await send("install");
  await ask("/api/auth/user");
  answers = {};
}

async function save(complete = true): Promise<void> {
  await writePartial(caches, copy);
  await (await caches.open(COPY_CACHE)).put(pieceUrl(copy, 0), new Response(new Uint8Array(SIZE)));
  if (complete) await writeCopy(caches, copy);
  answers["/assets/audiobook-1.js"] = "part";
  await send("message");
}

test("a copy is answered by ranges, at its own address and at the club's", async () => {
  await save();
  for (const [path, how] of [
    [copyUrl(copy), {}],
    [`/api/download/audiobook/7?v=${copy.version}`, { destination: "audio" }],
  ] as const) {
    const answer = await ask(path, { Range: "bytes=10-19" }, how);
    expect([answer?.status, answer?.headers.get("content-range")]).toEqual([206, `bytes 10-19/${SIZE}`]);
  }
  expect((await ask("/kept/audiobook/7?v=2027-01-01T12:00:00.000Z"))?.status).toBe(404);
});

test.each([true, false])("a copy stays for its member and book, complete: %p", async (complete) => {
  await save(complete);
  answers["/api/auth/user"] = { id: 1 };
  answers["/api/books/current"] = book;
  for (const path of ["/api/auth/user", "/api/books/current"]) expect((await ask(path))?.status).toBe(200);
  expect(await storedBytes(caches)).toBe(SIZE);
});

test.each([true, false])(
  "the next member gets nothing that the last one kept, with a complete copy: %p",
  async (complete) => {
    await save(complete);
    answers["/api/auth/user"] = { id: 1 };
    answers["/api/bookmarks"] = [{ note: "mine" }];
    for (const path of ["/api/auth/user", "/api/bookmarks"]) await ask(path);
    answers["/api/auth/user"] = { id: 2 };
    expect(await (await ask("/api/auth/user"))?.json()).toEqual({ id: 2 });
    delete answers["/api/bookmarks"];
    expect((await ask("/api/bookmarks"))?.type).toBe("error");
    expect(await caches.has(COPY_CACHE)).toBe(false);
  },
);

test.each([true, false])("another book of the month deletes the copy, complete: %p", async (complete) => {
  await save(complete);
  answers["/api/books/current"] = { id: 8, audiobookUploadedAt: copy.version };
  await ask("/api/books/current");
  expect(await caches.has(COPY_CACHE)).toBe(false);
});

test.each([
  ["the same eBook", copy.version, SIZE],
  ["a newer eBook", "2027-01-01T12:00:00.000Z", 0],
])("a copy of text alone belongs to its eBook: %s", async (_, ebookUploadedAt, bytes) => {
  await save();
  answers["/api/books/current"] = { id: 7, audiobookUploadedAt: null, ebookUploadedAt };
  await ask("/api/books/current");
  expect(await storedBytes(caches)).toBe(bytes);
});

test("a newer file deletes the copy, and open pages notice", async () => {
  await save();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const channel = new BroadcastChannel(COPY_CHANNEL);
  channel.addEventListener("message", ({ data }) => resolve(data));
  answers["/api/books/current"] = { ...book, audiobookUploadedAt: "2027-01-01T12:00:00.000Z" };
  await ask("/api/books/current");
  expect(await storedBytes(caches)).toBe(0);
  expect(await wasReplaced(caches, copy)).toBe(true);
  expect(await promise).toEqual({ kind: "changed" });
  channel.close();
});

test("offline, members' pages get their last answers, with their time", async () => {
  const calls = {
    "/api/club": { name: "Sips" },
    "/api/meetings/current": { id: 3 },
    "/api/posts": [{ id: 1 }],
    "/api/books/7/notes": { reached: 0.4, notes: [{ id: 5 }] },
    "/api/shelf": [{ year: 2026 }],
    "/api/shelf/7": { book: { id: 7 } },
  };
  Object.assign(answers, calls);
  for (const path of Object.keys(calls)) expect((await ask(path))?.headers.has(LAST_SEEN)).toBe(false);
  answers = {};
  for (const [path, answer] of Object.entries(calls)) {
    const last = await ask(path);
    expect(await last?.json()).toEqual(answer);
    expect(Date.now() - Date.parse(last?.headers.get(LAST_SEEN) ?? "")).toBeWithin(0, 60_000);
  }
  expect((await ask("/api/content"))?.type).toBe("error");
  for (const path of ["/api/users", "/api/shelf/import"]) expect(await ask(path)).toBeUndefined();
});

test("an answer that came only on the second try is stored, too", async () => {
  const failing = globalThis.fetch;
  const comesBack = async () => {
    globalThis.fetch = failing;
    answers["/api/shelf"] = [{ year: 2026 }];
    throw new TypeError("Failed to fetch");
  };
  globalThis.fetch = comesBack as unknown as typeof fetch;
  expect((await ask("/api/shelf"))?.headers.has(LAST_SEEN)).toBe(false);
  answers = {};
  expect(await (await ask("/api/shelf"))?.json()).toEqual([{ year: 2026 }]);
});

test("a new worker stores what Home needs, which the first page fetched before it", async () => {
  answers["/api/auth/user"] = { id: 1 };
  for (const path of ["club", "content", "meetings/current", "books/current", "posts"])
    answers[`/api/${path}`] = { path };
  await send("activate");
  answers = {};
  expect(await (await ask("/api/meetings/current"))?.json()).toEqual({ path: "meetings/current" });
});

test("a copy answers for text and pictures too while the club can't be reached", async () => {
  await save();
  const path = "/api/books/7/text/chapter-1.xhtml";
  const headers = { "Content-Security-Policy": "script-src 'none'" };
  await (await caches.open(COPY_CACHE)).put(path, new Response("<p>Mole", { headers }));
  answers["/api/auth/user"] = { id: 1 };
  await ask("/api/auth/user");
  delete answers["/api/auth/user"];
  const kept = await ask(path);
  expect(await kept?.text()).toBe("<p>Mole");
  expect(kept?.headers.get("content-security-policy")).toBe("script-src 'none'");
  // it isn't fresh, so the page keeps saying that you're offline
  const seen = (await ask("/api/auth/user"))?.headers.get(LAST_SEEN);
  expect(kept?.headers.get(LAST_SEEN)).toBe(seen ?? "never");
  answers[path] = "<p>The Mole";
  const fresh = await ask(path);
  expect(await fresh?.text()).toBe("<p>The Mole");
  expect(fresh?.headers.has(LAST_SEEN)).toBe(false);
});

test("a copy answers for an eBook's own sound by ranges, and for when its sentences are heard", async () => {
  await save();
  const cache = await caches.open(COPY_CACHE);
  const [sound, sentences] = ["/api/books/7/text/OEBPS/a.mp3", "/api/books/7/sentences?section=2"];
  await cache.put(sound, new Response("0123456789", { headers: { "Content-Type": "audio/mpeg" } }));
  await cache.put(sentences, Response.json({ sentences: [] }));
  const part = await ask(sound, { Range: "bytes=3-5" }, { destination: "audio" });
  expect([part?.status, part?.headers.get("content-range"), await part?.text()]).toEqual([206, "bytes 3-5/10", "345"]);
  expect((await ask(sound, { Range: "bytes=10-" }, { destination: "audio" }))?.status).toBe(416);
  expect(await (await ask(sentences))?.json()).toEqual({ sentences: [] });
});

test("the stored place is marked, because the device may have a newer one", async () => {
  await save();
  const path = "/api/audiobook-progress?bookId=7";
  answers["/api/audiobook-progress"] = { currentTime: 233 };
  expect((await ask(path))?.headers.has(LAST_SEEN)).toBe(false);
  delete answers["/api/audiobook-progress"];
  const answer = await ask(path);
  expect(await answer?.json()).toEqual({ currentTime: 233 });
  expect(answer?.headers.has(LAST_SEEN)).toBe(true);
});

test("an ended session leaves no answers behind", async () => {
  await save();
  answers["/api/bookmarks"] = [{ note: "mine" }];
  await ask("/api/bookmarks");
  answers["/api/auth/user"] = 401;
  expect((await ask("/api/auth/user"))?.status).toBe(401);
  delete answers["/api/bookmarks"];
  expect((await ask("/api/bookmarks"))?.type).toBe("error");
});

test("the stored page has nothing the server wrote for one visitor", async () => {
  answers["/"] = '<html><!--visit--><meta name="session" content="none" /><!--/visit--><div id="root">';
  await open();
  delete answers["/"];
  expect(await (await open())?.text()).toBe('<html><div id="root">');
});

test("pieces without a note are deleted with the next page", async () => {
  await (await caches.open(COPY_CACHE)).put(pieceUrl(copy, 0), new Response(new Uint8Array(SIZE)));
  Object.defineProperty(navigator, "locks", { configurable: true, value: webLocks() });
  answers["/"] = "<html>";
  await ask("/", {}, { mode: "navigate" });
  Reflect.deleteProperty(navigator, "locks");
  expect(await caches.has(COPY_CACHE)).toBe(false);
});

test("on a full device every answer still arrives", async () => {
  useStorage(cacheStorage(0));
  answers["/"] = "<html>";
  answers["/assets/main-1.js"] = "program";
  answers["/images/mouse.svg"] = "picture";
  expect(await (await ask("/", {}, { mode: "navigate" }))?.text()).toBe("<html>");
  expect(await (await ask("/assets/main-1.js"))?.text()).toBe("program");
  expect(await (await ask("/images/mouse.svg"))?.text()).toBe("picture");
});

test("a new release stores all parts of members' pages", async () => {
  answers["/"] = pageOf("2");
  answers["/assets/main-2.js"] = "program";
  answers["/assets/audiobook-1.js"] = "player";
  await send("install");
  for (const part of ["/assets/main-2.js", "/assets/audiobook-1.js"])
    expect(await caches.match(part, { cacheName: "shell" })).toBeInstanceOf(Response);
});

test("a member's page comes from the device at once, at every address, and the next one is new", async () => {
  await visit();
  for (const path of ["/", "/talk"]) expect(await (await open(path))?.text()).toBe(pageOf("1"));
  answers["/"] = pageOf("2");
  answers["/assets/main-2.js"] = "program";
  expect(await (await open())?.text()).toBe(pageOf("1"));
  expect(await (await open())?.text()).toBe(pageOf("2"));
});

test.each(["/auth", "/answer", "/dates"])(
  "a page with a secret in its address comes from the club: %s",
  async (path) => {
    await visit();
    answers[path] = "<p>of the club";
    expect(await (await open(`${path}?token=secret`))?.text()).toBe("<p>of the club");
  },
);

test("the page of a new version isn't stored before its files", async () => {
  await visit();
  answers["/"] = pageOf("2");
  for (let opening = 0; opening < 3; opening += 1) expect(await (await open())?.text()).toBe(pageOf("1"));
});

test("a stored page that has lost a file is asked for from the club", async () => {
  await visit();
  await (await caches.open("shell")).delete("/assets/main-1.js");
  answers["/"] = pageOf("2");
  answers["/assets/main-2.js"] = "program";
  expect(await (await open())?.text()).toBe(pageOf("2"));
});

test("a new version for which there's no room comes from the club", async () => {
  const full = cacheStorage(500);
  useStorage(full);
  await visit();
  answers["/"] = pageOf("2");
  answers["/assets/main-2.js"] = "x".repeat(500);
  expect(await (await open())?.text()).toBe(pageOf("1"));
  expect(await (await open())?.text()).toBe(pageOf("2"));
});

test("a hotel's page isn't stored", async () => {
  await visit();
  answers["/"] = "<h1>Welcome to our Wi-Fi";
  await open();
  expect(await (await open())?.text()).toBe(pageOf("1"));
});

test.each(["login", "register", "setup", "reset", "passkey", "device/use"])(
  "a sign-in deletes the last member's answers: %s",
  async (way) => {
    await visit();
    await ask(`/api/auth/${way}`, {}, { method: "POST" });
    expect(await caches.has("last-answers")).toBe(false);
  },
);

test.each([
  ["has signed out", () => ask("/api/auth/logout", {}, { method: "POST" })],
  ["has no session any more", () => ask("/api/posts")],
])("a member who %s gets the page of the club", async (_, end) => {
  await visit();
  answers["/api/posts"] = 401;
  await end();
  answers["/"] = "<form>";
  expect(await (await open())?.text()).toBe("<form>");
});

test("a member who hasn't been here for as long as a session lasts gets the page of the club", async () => {
  setSystemTime(new Date("2026-03-10T12:00:00Z"));
  await visit();
  answers["/"] = "<form>";
  setSystemTime(new Date("2026-04-09T11:59:00Z"));
  expect(await (await open())?.text()).toBe(pageOf("1"));
  setSystemTime(new Date("2026-04-09T12:01:00Z"));
  expect(await (await open())?.text()).toBe("<form>");
  setSystemTime();
});

test("of hundreds of older files the newest stay, and all of this version's", async () => {
  await visit();
  const cache = await caches.open("shell");
  for (let old = 0; old < 201; old += 1) await cache.put(`/assets/old-${old}.js`, new Response("old"));
  await send("activate");
  const isStored = async (name: string) => (await cache.match(`/assets/${name}.js`)) !== undefined;
  for (const name of ["main-1", "audiobook-1", "old-1", "old-200"]) expect(await isStored(name)).toBe(true);
  expect(await isStored("old-0")).toBe(false);
});

test("signing out deletes everything at once, even an answer on its way", async () => {
  await save();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = (async () => {
    await promise;
    return Response.json([{ note: "mine" }]);
  }) as unknown as typeof fetch;
  const late = ask("/api/bookmarks");
  await ask("/api/auth/logout", {}, { method: "POST" });
  resolve();
  await late;
  globalThis.fetch = fetch;
  expect(await readCopy(caches)).toBeNull();
  expect((await ask("/api/bookmarks"))?.type).toBe("error");
});

test("a link to the sign-out call deletes nothing", async () => {
  await save();
  answers["/api/auth/logout"] = 404;
  await ask("/api/auth/logout", {}, { mode: "navigate" });
  await ask("/api/auth/logout");
  expect(await readCopy(caches)).toEqual(copy);
});
