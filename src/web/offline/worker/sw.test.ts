import { afterAll, beforeEach, expect, test } from "bun:test";

import { createResponsesElement } from "#contract/first-paint.ts";
import { LAST_SEEN_HEADER, SERVER_HEADER } from "#contract/headers.ts";
import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
import { until } from "#tests/support/poll-until.ts";
import {
  loadWorker,
  openPage,
  request,
  restart,
  send,
  serve,
  serverResponses,
  unloadWorker,
} from "#tests/support/service-worker.ts";
import {
  chunkUrl,
  COPY_CACHE,
  COPY_CHANNEL,
  copyUrl,
  listStoredChunks,
  wasReplaced,
  writeCopy,
  writePartialCopy,
} from "#web/offline/copy/copy.ts";

const SIZE = 1000;
const copy = { userId: 1, bookId: 7, version: "2026-03-10T12:00:00.000Z", size: SIZE, type: "audio/mp4" };
const book = { id: 7, audiobookUploadedAt: copy.version };

await loadWorker();
beforeEach(restart);
afterAll(unloadWorker);

async function saveCopy(isComplete = true): Promise<void> {
  await writePartialCopy(copy);
  await (await caches.open(COPY_CACHE)).put(chunkUrl(copy, 0), new Response(new Uint8Array(SIZE)));
  if (isComplete) await writeCopy(copy);
  serverResponses["/assets/audiobook-1.js"] = "part";
  await send("message");
}

test("serves ranges of a copy at both addresses", async () => {
  await saveCopy();
  for (const [path, options] of [
    [copyUrl(copy), {}],
    [`/api/download/audiobook/7?v=${copy.version}`, { destination: "audio" }],
  ] as const) {
    const response = await request(path, { Range: "bytes=10-19" }, options);
    expect([response?.status, response?.headers.get("content-range")]).toEqual([206, `bytes 10-19/${SIZE}`]);
  }
  expect((await request("/kept/audiobook/7?v=2027-01-01T12:00:00.000Z"))?.status).toBe(404);
});

test.each([true, false])("a copy stays for its member and book, complete: %p", async (isCopyComplete) => {
  await saveCopy(isCopyComplete);
  serverResponses["/api/auth/user"] = { id: 1 };
  serverResponses["/api/books/current"] = book;
  for (const path of ["/api/auth/user", "/api/books/current"]) expect((await request(path))?.status).toBe(200);
  expect((await listStoredChunks(copy)).size).toBe(1);
});

test.each([true, false])("keeps nothing for the next member, even a full copy: %p", async (isCopyComplete) => {
  await saveCopy(isCopyComplete);
  serverResponses["/api/auth/user"] = { id: 1 };
  serverResponses["/api/bookmarks"] = [{ note: "mine" }];
  for (const path of ["/api/auth/user", "/api/bookmarks"]) await request(path);
  serverResponses["/api/auth/user"] = { id: 2 };
  expect(await (await request("/api/auth/user"))?.json()).toEqual({ id: 2 });
  delete serverResponses["/api/bookmarks"];
  expect((await request("/api/bookmarks"))?.type).toBe("error");
  expect(await caches.has(COPY_CACHE)).toBe(false);
});

test.each([true, false])("a new book of the month deletes the copy, complete: %p", async (isCopyComplete) => {
  await saveCopy(isCopyComplete);
  serverResponses["/api/books/current"] = { id: 8, audiobookUploadedAt: copy.version };
  await request("/api/books/current");
  expect(await caches.has(COPY_CACHE)).toBe(false);
});

test.each([
  ["the same eBook", copy.version, 1],
  ["a newer eBook", "2027-01-01T12:00:00.000Z", 0],
])("a copy of only the text belongs to its eBook: %s", async (_, ebookUploadedAt, storedPieces) => {
  await saveCopy();
  serverResponses["/api/books/current"] = { id: 7, audiobookUploadedAt: null, ebookUploadedAt };
  await request("/api/books/current");
  expect((await listStoredChunks(copy)).size).toBe(storedPieces);
});

test("a copy of only the text stays when an audiobook is added", async () => {
  await writeCopy({ ...copy, size: 0 });
  const contents = "/api/books/7/contents";
  await (await caches.open(COPY_CACHE)).put(contents, Response.json({ version: copy.version }));
  await send("message");
  const audiobookUploadedAt = "2027-01-01T12:00:00.000Z";
  serverResponses["/api/books/current"] = { id: 7, audiobookUploadedAt, ebookUploadedAt: copy.version };
  await request("/api/books/current");
  expect((await request(contents))?.status).toBe(200);
});

test("a newer file deletes the copy, and open pages notice", async () => {
  await saveCopy();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const channel = new BroadcastChannel(COPY_CHANNEL);
  channel.addEventListener("message", ({ data }) => resolve(data));
  serverResponses["/api/books/current"] = { ...book, audiobookUploadedAt: "2027-01-01T12:00:00.000Z" };
  await request("/api/books/current");
  expect((await listStoredChunks(copy)).size).toBe(0);
  expect(await wasReplaced(copy)).toBe(true);
  expect(await promise).toEqual({ kind: "changed" });
  channel.close();
});

test("serves member pages offline with the last data and time", async () => {
  const calls = {
    "/api/club": { name: "Sips" },
    "/api/meetings/current": { id: 3 },
    "/api/posts": [{ id: 1 }],
    "/api/books/7/notes": { reached: 0.4, notes: [{ id: 5 }] },
    "/api/shelf": [{ year: 2026 }],
    "/api/shelf/7": { book: { id: 7 } },
  };
  Object.assign(serverResponses, calls);
  for (const path of Object.keys(calls)) expect((await request(path))?.headers.has(LAST_SEEN_HEADER)).toBe(false);
  serve({});
  for (const [path, answer] of Object.entries(calls)) {
    const lastResponse = await request(path);
    expect(await lastResponse?.json()).toEqual(answer);
    expect(Date.now() - Date.parse(lastResponse?.headers.get(LAST_SEEN_HEADER) ?? "")).toBeWithin(0, 60_000);
  }
  expect((await request("/api/content"))?.type).toBe("error");
  for (const path of ["/api/users", "/api/shelf/import"]) expect(await request(path)).toBeUndefined();
});

test("stores a response that arrives on the second try", async () => {
  const originalFetch = globalThis.fetch;
  const fetchAgain = async () => {
    globalThis.fetch = originalFetch;
    serverResponses["/api/shelf"] = [{ year: 2026 }];
    throw new TypeError("Failed to fetch");
  };
  globalThis.fetch = fetchAgain as unknown as typeof fetch;
  expect((await request("/api/shelf"))?.headers.has(LAST_SEEN_HEADER)).toBe(false);
  serve({});
  expect(await (await request("/api/shelf"))?.json()).toEqual([{ year: 2026 }]);
});

test("serves Home offline after a new worker took over", async () => {
  const cache = await caches.open("last-answers-of-before");
  await cache.put("/api/auth/user", Response.json({ id: 1 }));
  const pageResponses = { "/api/auth/user": { body: { id: 1 } }, "/api/meetings/current": { body: { id: 3 } } };
  serverResponses["/"] =
    `<div id="root"><div id="old-browser">${createResponsesElement(JSON.stringify(pageResponses))}</body>`;
  serverResponses["/assets/audiobook-1.js"] = "program";
  serverResponses["/api/auth/user"] = { id: 1 };
  await send("install");
  // the previous worker runs until then
  expect(await cache.keys()).toHaveLength(1);
  expect(await caches.keys()).toContain("last-answers-of-before");
  serve({});
  await send("activate");
  expect(await caches.keys()).not.toContain("last-answers-of-before");
  expect(await (await request("/api/meetings/current"))?.json()).toEqual({ id: 3 });
});

test.each([
  ["signed out", 401],
  ["signed out, offline", undefined],
  ["gave the device to another member", { id: 2 }],
])("stores nothing of a member who %s during its installation", async (_, user) => {
  const pageResponses = { "/api/auth/user": { body: { id: 1 } }, "/api/meetings/current": { body: { id: 3 } } };
  serverResponses["/"] =
    `<div id="root"><div id="old-browser">${createResponsesElement(JSON.stringify(pageResponses))}</body>`;
  serverResponses["/assets/audiobook-1.js"] = "program";
  serverResponses["/api/auth/user"] = user;
  await send("install");
  expect(await caches.has("responses")).toBe(false);
});

test("serves text and images from a copy while offline", async () => {
  await saveCopy();
  const path = "/api/books/7/text/chapter-1.xhtml";
  const headers = { "Content-Security-Policy": "script-src 'none'" };
  await (await caches.open(COPY_CACHE)).put(path, new Response("<p>Mole", { headers }));
  serverResponses["/api/auth/user"] = { id: 1 };
  await request("/api/auth/user");
  delete serverResponses["/api/auth/user"];
  const copyResponse = await request(path);
  expect(await copyResponse?.text()).toBe("<p>Mole");
  expect(copyResponse?.headers.get("content-security-policy")).toBe("script-src 'none'");
  // the reader accepts a chapter that an earlier version stored without this header
  expect(copyResponse?.headers.has(SERVER_HEADER)).toBe(true);
  // the response isn't fresh, so the page still says that you're offline
  const lastSeen = (await request("/api/auth/user"))?.headers.get(LAST_SEEN_HEADER);
  expect(copyResponse?.headers.get(LAST_SEEN_HEADER)).toBe(lastSeen ?? "never");
  serverResponses[path] = "<p>The Mole";
  const response = await request(path);
  expect(await response?.text()).toBe("<p>The Mole");
  expect(response?.headers.has(LAST_SEEN_HEADER)).toBe(false);
});

test("serves ranges of an eBook's audio, with its timings", async () => {
  await saveCopy();
  const cache = await caches.open(COPY_CACHE);
  const [sound, sentences] = ["/api/books/7/text/OEBPS/a.mp3", "/api/books/7/sentences?section=2"];
  await cache.put(sound, new Response("0123456789", { headers: { "Content-Type": "audio/mpeg" } }));
  await cache.put(sentences, Response.json({ sentences: [] }));
  const partialResponse = await request(sound, { Range: "bytes=3-5" }, { destination: "audio" });
  expect([
    partialResponse?.status,
    partialResponse?.headers.get("content-range"),
    await partialResponse?.text(),
  ]).toEqual([206, "bytes 3-5/10", "345"]);
  expect((await request(sound, { Range: "bytes=10-" }, { destination: "audio" }))?.status).toBe(416);
  expect(await (await request(sentences))?.json()).toEqual({ sentences: [] });
});

test.each([
  ["before its sentences were known", { sentences: [] }],
  ["by a version that didn't know of sentences", null],
])("a copy made %s is completed once the server responds", async (_, storedSentences) => {
  await saveCopy();
  const cache = await caches.open(COPY_CACHE);
  const [contents, timeline] = ["/api/books/7/contents", "/api/books/7/timeline"];
  const sentenceUrls = [0, 1].map((section) => `/api/books/7/sentences?section=${section}`);
  await cache.put(contents, Response.json({ sections: [{ index: 0 }, { index: 1 }] }));
  await cache.put(timeline, Response.json({ timeline: [] }));
  if (storedSentences) for (const url of sentenceUrls) await cache.put(url, Response.json(storedSentences));
  const timings = { sentences: [{ start: 1, end: 2, from: 0, to: 9, sure: true }] };
  serverResponses[timeline] = { timeline: [1] };
  serverResponses["/api/books/7/sentences"] = timings;
  expect(await (await request(sentenceUrls[1] ?? ""))?.json()).toEqual(timings);
  delete serverResponses[timeline];
  delete serverResponses["/api/books/7/sentences"];
  for (const url of sentenceUrls) expect(await (await request(url))?.json()).toEqual(timings);
  expect(await (await request(timeline))?.json()).toEqual({ timeline: [1] });
});

test.each([
  ["the same text gets its edition", "2026-03-10", "a.b"],
  ["another text keeps none", "2026-03-01", undefined],
])("a copy of an older version with %s is completed once the server responds", async (_, version, edition) => {
  await saveCopy();
  const path = "/api/books/7/contents";
  await (await caches.open(COPY_CACHE)).put(path, Response.json({ version, sections: [] }));
  serverResponses[path] = { version: "2026-03-10", edition: "a.b", sections: [] };
  expect(await (await request(path))?.json()).toMatchObject({ edition: "a.b" });
  delete serverResponses[path];
  expect((await (await request(path))?.json())?.edition).toBe(edition);
});

test("a copy gets an eBook that was added or replaced later", async () => {
  await saveCopy();
  const cache = await caches.open(COPY_CACHE);
  const [contents, chapter] = ["/api/books/7/contents", "/api/books/7/text/a.png"];
  for (const ebookUploadedAt of ["2026-03-11", "2026-03-12"]) {
    serverResponses[contents] = {
      version: ebookUploadedAt,
      sections: [{ index: 0, href: "a.png", length: 9 }],
      files: [],
    };
    serverResponses[chapter] = `text of ${ebookUploadedAt}`;
    serverResponses["/api/books/7/sentences"] = 404;
    serverResponses["/api/books/7/timeline"] = { timeline: [] };
    serverResponses["/api/books/current"] = { ...book, ebookUploadedAt };
    await request("/api/books/current");
    const stored = await until(
      async () => (await cache.match(contents))?.json(),
      (copied) => copied?.version === ebookUploadedAt,
    );
    expect(stored.sections).toHaveLength(1);
    expect(await (await cache.match(`${chapter}?page`))?.text()).toBe(`text of ${ebookUploadedAt}`);
  }
  expect((await listStoredChunks(copy)).size).toBe(1);
});

test("marks the stored position, which the device may replace", async () => {
  await saveCopy();
  const path = "/api/audiobook-progress?bookId=7";
  serverResponses["/api/audiobook-progress"] = { currentTime: 233 };
  expect((await request(path))?.headers.has(LAST_SEEN_HEADER)).toBe(false);
  delete serverResponses["/api/audiobook-progress"];
  const response = await request(path);
  expect(await response?.json()).toEqual({ currentTime: 233 });
  expect(response?.headers.has(LAST_SEEN_HEADER)).toBe(true);
});

test("returns every response although the device is full", async () => {
  useStorage(cacheStorage(0));
  serverResponses["/"] = "<html>";
  serverResponses["/assets/main-1.js"] = "program";
  serverResponses["/images/mouse.svg"] = "picture";
  expect(await (await openPage())?.text()).toBe("<html>");
  expect(await (await request("/assets/main-1.js"))?.text()).toBe("program");
  expect(await (await request("/images/mouse.svg"))?.text()).toBe("picture");
});
