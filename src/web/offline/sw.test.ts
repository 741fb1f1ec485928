import { afterAll, beforeEach, expect, test } from "bun:test";

import { LAST_SEEN } from "#contract/headers.ts";
import { cacheStorage } from "#tests/support/cache-storage.ts";

import {
  DATA_CACHE,
  heldBytes,
  KEEP_CHANNEL,
  keptAddress,
  pieceAddress,
  readBegun,
  readKept,
  SOUND_CACHE,
  wasReplaced,
  writeBegun,
  writeKept,
} from "./kept-book.ts";

const SIZE = 1000;
const kept = { userId: 1, bookId: 7, version: "2026-03-10T12:00:00.000Z", size: SIZE, type: "audio/mp4" };
const book = { id: 7, audiobookUploadedAt: kept.version };

type Sent = { waitUntil?: (work: Promise<unknown>) => void; respondWith?: (answer: Promise<Response>) => void };
const listeners = new Map<string, (event: Sent & { request?: Partial<Request> }) => void>();
const { addEventListener } = globalThis;
globalThis.addEventListener = ((name: string, listener: () => void) => listeners.set(name, listener)) as never;
Object.assign(globalThis, { MEMBER_PARTS: ["/assets/audiobook-1.js"], skipWaiting: async () => undefined });
await import("./sw.ts");
globalThis.addEventListener = addEventListener;

let answers: Record<string, unknown> = {};
beforeEach(() => {
  answers = {};
  stand(cacheStorage());
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
  for (const name of ["caches", "MEMBER_PARTS", "skipWaiting"]) Reflect.deleteProperty(globalThis, name);
});

const stand = (storage: CacheStorage) =>
  Object.defineProperty(globalThis, "caches", { configurable: true, value: storage });

async function send(name: string, request?: Partial<Request>): Promise<Response | undefined> {
  const works: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  listeners.get(name)?.({
    ...(request && { request }),
    waitUntil: (work) => void works.push(work),
    respondWith: (given) => void (answer = given),
  });
  await Promise.all(works);
  return answer;
}

/** What a page asks of the worker; undefined when the worker leaves it to the browser. */
const ask = (path: string, headers: Record<string, string> = {}, how: Partial<Request> = {}) =>
  send("fetch", { url: `http://localhost${path}`, method: "GET", headers: new Headers(headers), ...how });

async function keep(whole = true): Promise<void> {
  await writeBegun(caches, kept);
  await (await caches.open(SOUND_CACHE)).put(pieceAddress(kept, 0), new Response(new Uint8Array(SIZE)));
  if (whole) await writeKept(caches, kept);
  answers["/assets/audiobook-1.js"] = "part";
  await send("message");
}

test("a kept book is answered by ranges, at its own address and at the club's", async () => {
  await keep();
  for (const [path, how] of [
    [keptAddress(kept), {}],
    [`/api/download/audiobook/7?v=${kept.version}`, { destination: "audio" }],
  ] as const) {
    const answer = await ask(path, { Range: "bytes=10-19" }, how);
    expect([answer?.status, answer?.headers.get("content-range")]).toEqual([206, `bytes 10-19/${SIZE}`]);
  }
  expect((await ask("/kept/audiobook/7?v=2027-01-01T12:00:00.000Z"))?.status).toBe(404);
});

test.each([true, false])("what is stored stays for its member and book, kept whole: %p", async (whole) => {
  await keep(whole);
  answers["/api/auth/user"] = { id: 1 };
  answers["/api/books/current"] = book;
  for (const path of ["/api/auth/user", "/api/books/current"]) expect((await ask(path))?.status).toBe(200);
  expect(await heldBytes(caches)).toBe(SIZE);
});

test.each([true, false])("the next member gets nothing of the one before, kept whole: %p", async (whole) => {
  await keep(whole);
  answers["/api/bookmarks"] = [{ note: "mine" }];
  await ask("/api/bookmarks");
  answers["/api/auth/user"] = { id: 2 };
  expect(await (await ask("/api/auth/user"))?.json()).toEqual({ id: 2 });
  expect([await caches.has(SOUND_CACHE), await caches.has(DATA_CACHE)]).toEqual([false, false]);
});

test.each([true, false])("another book of the month frees everything, kept whole: %p", async (whole) => {
  await keep(whole);
  answers["/api/books/current"] = { id: 8, audiobookUploadedAt: kept.version };
  await ask("/api/books/current");
  expect([await caches.has(SOUND_CACHE), await caches.has(DATA_CACHE)]).toEqual([false, false]);
});

test("a newer file of the book frees the older copy, open pages hear of it and can say so", async () => {
  await keep();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const channel = new BroadcastChannel(KEEP_CHANNEL);
  channel.addEventListener("message", ({ data }) => resolve(data));
  answers["/api/books/current"] = { ...book, audiobookUploadedAt: "2027-01-01T12:00:00.000Z" };
  await ask("/api/books/current");
  expect(await heldBytes(caches)).toBe(0);
  expect(await wasReplaced(caches, kept)).toBe(true);
  expect(await promise).toEqual({ kind: "changed" });
  channel.close();
  expect(await ask("/api/bookmarks")).toBeUndefined();
});

test("without a network a whole book's page has its last answers, a half one none", async () => {
  for (const whole of [true, false]) {
    stand(cacheStorage());
    await keep(whole);
    answers["/api/club"] = { name: "Sips" };
    await ask("/api/club");
    delete answers["/api/club"];
    const answer = await ask("/api/club");
    expect(answer?.type).toBe(whole ? "default" : "error");
  }
  expect(await readBegun(caches)).toEqual(kept);
});

test("the stored place says that it is one, and from when: the device itself may know a newer", async () => {
  await keep();
  const path = "/api/audiobook-progress?bookId=7";
  answers["/api/audiobook-progress"] = { currentTime: 233 };
  expect((await ask(path))?.headers.has(LAST_SEEN)).toBe(false);
  delete answers["/api/audiobook-progress"];
  const answer = await ask(path);
  expect(await answer?.json()).toEqual({ currentTime: 233 });
  expect(answer?.headers.get(LAST_SEEN)).toBe("2026-03-10T12:00:00.000Z");
});

test("a session that has ended leaves no answer of its member behind", async () => {
  await keep();
  answers["/api/bookmarks"] = [{ note: "mine" }];
  await ask("/api/bookmarks");
  answers["/api/auth/user"] = 401;
  expect((await ask("/api/auth/user"))?.status).toBe(401);
  delete answers["/api/bookmarks"];
  expect((await ask("/api/bookmarks"))?.type).toBe("error");
});

test("the stored page is the one for everybody: what the server wrote for one visitor is not in it", async () => {
  answers["/"] = '<html><!--visit--><meta name="session" content="none" /><!--/visit--><div id="root">';
  await ask("/", {}, { mode: "navigate" });
  delete answers["/"];
  expect(await (await ask("/", {}, { mode: "navigate" }))?.text()).toBe('<html><div id="root">');
});

test("pieces that nobody has a note of are freed with the next page", async () => {
  await (await caches.open(SOUND_CACHE)).put(pieceAddress(kept, 0), new Response(new Uint8Array(SIZE)));
  const locks = { request: async (_name: string, _how: unknown, run: (lock: object) => unknown) => run({}) };
  Object.defineProperty(navigator, "locks", { configurable: true, value: locks });
  answers["/"] = "<html>";
  await ask("/", {}, { mode: "navigate" });
  Reflect.deleteProperty(navigator, "locks");
  expect(await caches.has(SOUND_CACHE)).toBe(false);
});

test("on a full device every answer of the network still arrives", async () => {
  stand(cacheStorage(0));
  answers["/"] = "<html>";
  answers["/assets/main-1.js"] = "program";
  answers["/images/mouse.svg"] = "picture";
  expect(await (await ask("/", {}, { mode: "navigate" }))?.text()).toBe("<html>");
  expect(await (await ask("/assets/main-1.js"))?.text()).toBe("program");
  expect(await (await ask("/images/mouse.svg"))?.text()).toBe("picture");
});

test("a new release stores all parts of members' pages for whoever keeps a book, and for nobody else", async () => {
  answers["/"] = '<script src="/assets/main-2.js"></script>';
  answers["/assets/main-2.js"] = "program";
  answers["/assets/audiobook-1.js"] = "player";
  const stored = (part: string) => caches.match(part, { cacheName: "shell" });
  await send("install");
  expect([await stored("/assets/main-2.js"), await stored("/assets/audiobook-1.js")]).toEqual([
    expect.any(Response),
    undefined,
  ]);
  await keep();
  await (await caches.open("shell")).delete("/assets/audiobook-1.js");
  await send("install");
  expect(await (await stored("/assets/audiobook-1.js"))?.text()).toBe("part");
});

test("only signing out frees anything, not a visit to its address", async () => {
  await keep();
  answers["/api/auth/logout"] = "no page";
  await ask("/api/auth/logout", {}, { mode: "navigate" });
  await ask("/api/auth/logout");
  expect(await readKept(caches)).not.toBeNull();
});

test("signing out frees everything at once", async () => {
  await keep();
  await ask("/api/auth/logout", {}, { method: "POST" });
  expect(await readKept(caches)).toBeNull();
});
