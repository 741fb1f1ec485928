import { afterAll, beforeEach, expect, setSystemTime, test } from "bun:test";

import {
  createResponsesElement,
  type PageResponses,
  RESPONSES_ELEMENT,
  VISITOR_MARKERS,
} from "#contract/first-paint.ts";
import { LAST_SEEN_HEADER, REQUEST_ID_HEADER } from "#contract/headers.ts";
import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
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
import { MEMBER_PAGES } from "#web/app/member-pages.ts";

import { getCacheOwner } from "../response-cache.ts";
import { FROM_NETWORK_PARAM } from "./server-response.ts";

await loadWorker();
beforeEach(restart);
afterAll(unloadWorker);

const pageOf = (version: string, end = "") =>
  `<script src="/assets/main-${version}.js"></script><div id="root"><div id="old-browser">${end}</body>`;

/** The response for a page, without its embedded responses. */
const readOpenedText = async (path = "/") => (await (await openPage(path))?.text())?.replace(RESPONSES_ELEMENT, "");
/** The responses that are embedded in a page. */
async function readResponses(path = "/"): Promise<PageResponses> {
  const [, text = "{}"] = RESPONSES_ELEMENT.exec((await (await openPage(path))?.text()) ?? "") ?? [];
  return JSON.parse(text);
}
/** One of the app's pages with its embedded responses. */
const createPageWith = (answers: Record<string, unknown>, version = "1") => {
  const bodies = Object.entries(answers).map(([path, body]) => [path, { body }]);
  return pageOf(version, VISITOR_MARKERS.join(createResponsesElement(JSON.stringify(Object.fromEntries(bodies)))));
};

/** A member's earlier visit; then the network is lost. */
async function visitPage(version = "1"): Promise<void> {
  serverResponses["/"] = pageOf(version);
  serverResponses[`/assets/main-${version}.js`] = "program";
  serverResponses["/assets/audiobook-1.js"] = "player";
  serverResponses["/api/auth/user"] = { id: 1 };
  await send("install");
  await request("/api/auth/user");
  serve({});
}

test("the stored page has nothing that was written for one visitor", async () => {
  serverResponses["/"] =
    '<html><!--visit--><meta name="session" content="none" /><!--/visit--><div id="root"><div id="old-browser"></body>';
  await openPage();
  delete serverResponses["/"];
  expect(await (await openPage())?.text()).toBe('<html><div id="root"><div id="old-browser"></body>');
});

test("a new release stores all parts of members' pages", async () => {
  serverResponses["/"] = pageOf("2");
  serverResponses["/assets/main-2.js"] = "program";
  serverResponses["/assets/audiobook-1.js"] = "player";
  await send("install");
  for (const part of ["/assets/main-2.js", "/assets/audiobook-1.js"])
    expect(await caches.match(part, { cacheName: "shell" })).toBeInstanceOf(Response);
});

test("stores files that the browser cached from an earlier release", async () => {
  serverResponses["/"] = pageOf("2");
  const headers = { "Content-Type": "text/javascript", [REQUEST_ID_HEADER]: "mx-1" };
  serverResponses["/assets/main-2.js"] = new Response("program", { headers });
  serverResponses["/assets/audiobook-1.js"] = "player";
  await send("install");
  expect(await caches.match("/assets/main-2.js", { cacheName: "shell" })).toBeInstanceOf(Response);
});

test("opens a member's page from the device, updates it after", async () => {
  await visitPage();
  for (const path of ["/", "/talk"]) expect(await readOpenedText(path)).toBe(pageOf("1"));
  serverResponses["/"] = pageOf("2");
  serverResponses["/assets/main-2.js"] = "program";
  expect(await readOpenedText()).toBe(pageOf("1"));
  expect(await readOpenedText()).toBe(pageOf("2"));
});

test("stores a page with the last responses, without positions", async () => {
  await visitPage();
  const storedResponses = { "/api/books/7/notes?kind=question": { notes: ["<b>"] }, "/api/posts": [1] };
  for (const [path, storedBody] of Object.entries(storedResponses)) {
    serverResponses[path.split("?")[0] ?? ""] = storedBody;
    await request(path);
  }
  for (const path of ["/api/audiobook-progress", "/api/books/7/place", "/api/covers/a.webp"]) {
    serverResponses[path] = {};
    await request(path);
  }
  const readStoredResponses = await readResponses("/talk");
  const bodies = Object.fromEntries(Object.entries(readStoredResponses).map(([path, { body }]) => [path, body]));
  expect(bodies).toEqual({ "/api/auth/user": { id: 1 }, ...storedResponses });
  for (const { at = 0 } of Object.values(readStoredResponses)) expect(Date.now() - at).toBeWithin(0, 60_000);
});

test("stores a page's own responses for offline calls", async () => {
  serverResponses["/assets/main-1.js"] = "program";
  serverResponses["/"] = createPageWith({
    "/api/auth/user": { id: 1 },
    "/api/posts": [2],
    "/api/users": ["not of admins"],
  });
  expect((await readResponses())["/api/posts"]).toEqual({ body: [2] });
  serve({});
  expect(await (await request("/api/posts"))?.json()).toEqual([2]);
  const readStoredResponses = await readResponses();
  expect(Object.keys(readStoredResponses)).toEqual(["/api/auth/user", "/api/posts"]);
  expect(readStoredResponses["/api/posts"]?.at).toBeNumber();
});

test("stores nothing of the previous member in another's page", async () => {
  await visitPage();
  serverResponses["/api/bookmarks"] = [{ note: "mine" }];
  await request("/api/bookmarks");
  serverResponses["/"] = createPageWith({ "/api/auth/user": { id: 2 } });
  expect((await readResponses())["/api/auth/user"]?.body.id).toBe(1);
  serve({});
  expect((await request("/api/bookmarks"))?.type).toBe("error");
  expect((await readResponses())["/api/auth/user"]?.body.id).toBe(2);
});

test("doesn't store a page requested before a sign-out", async () => {
  await visitPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  const page = createPageWith({ "/api/auth/user": { id: 1 } });
  globalThis.fetch = (async () => {
    await promise;
    return new Response(page, { headers: { "content-type": "text/html" } });
  }) as unknown as typeof fetch;
  const pendingPage = openPage();
  await request("/api/auth/logout", {}, { method: "POST" });
  resolve();
  await pendingPage;
  globalThis.fetch = fetch;
  serve({ "/": "<form>" });
  expect(await readOpenedText()).toBe("<form>");
});

test("opens every member page from the device, nothing else", async () => {
  await visitPage();
  const paths = MEMBER_PAGES.flatMap(({ to, params = "" }) => [
    ...(params === "" || params.endsWith("?") ? [to] : []),
    ...(params === "" ? [] : [to + params.replace(/:\w+/, "7").replace("?", "")]),
  ]);
  for (const path of ["/", "/ebook", ...paths]) expect([path, await readOpenedText(path)]).toEqual([path, pageOf("1")]);
  for (const path of ["/oauth2/callback", "/cdn-cgi/access/authorized", "/talk/x", "/auth", "/login"]) {
    serverResponses[path] = "<p>of the club";
    expect([path, await readOpenedText(path)]).toEqual([path, "<p>of the club"]);
  }
});

test.each(["/auth", "/answer", "/dates", "/oauth2/callback"])(
  "fetches a page with a secret in its address: %s",
  async (path) => {
    await visitPage();
    serverResponses[path] = "<p>of the club";
    expect(await (await openPage(`${path}?token=secret`))?.text()).toBe("<p>of the club");
  },
);

test.each(["/calendar/secret.ics", "/feeds/secret/opds", "/images/mouse.jpg", "/manifest.webmanifest", "/up"])(
  "doesn't serve the app's page for another address: %s",
  async (path) => {
    await visitPage();
    serverResponses[path] = "the club's";
    const response = await openPage(path);
    // null: the browser requests the page itself
    expect(await response?.text()).not.toBe(pageOf("1"));
  },
);

test("stores a new version's page after its files", async () => {
  await visitPage();
  serverResponses["/"] = pageOf("2");
  for (let openCount = 0; openCount < 3; openCount += 1) expect(await readOpenedText()).toBe(pageOf("1"));
});

test("fetches a new version that doesn't fit on the device", async () => {
  const fullStorage = cacheStorage(500);
  useStorage(fullStorage);
  await visitPage();
  serverResponses["/"] = pageOf("2");
  serverResponses["/assets/main-2.js"] = "x".repeat(500);
  expect(await readOpenedText()).toBe(pageOf("1"));
  expect(await readOpenedText()).toBe(pageOf("2"));
});

test("fetches the server's page when a chunk is gone", async () => {
  await visitPage();
  serverResponses["/assets/old-1.js"] = 404;
  await request("/assets/old-1.js");
  expect(await readOpenedText()).toBe(pageOf("1"));
  serverResponses["/"] = pageOf("2");
  expect(await readOpenedText()).toBe(pageOf("2"));
});

test("doesn't store a captive portal's page as the app", async () => {
  await visitPage();
  serverResponses["/"] = "<h1>Welcome to our Wi-Fi";
  await openPage();
  expect(await readOpenedText()).toBe(pageOf("1"));
});

test.each(["login", "register", "setup", "reset", "passkey", "device/use"])(
  "a sign-in deletes the previous member's responses: %s",
  async (endpoint) => {
    await visitPage();
    await request(`/api/auth/${endpoint}`, {}, { method: "POST" });
    expect(await caches.has("responses")).toBe(false);
  },
);

test.each([
  ["has signed out", () => request("/api/auth/logout", {}, { method: "POST" })],
  ["has no session any more", () => request("/api/posts")],
])("a member who %s gets the server's page", async (_, end) => {
  await visitPage();
  serverResponses["/api/posts"] = 401;
  await end();
  serverResponses["/"] = "<form>";
  expect(await (await openPage())?.text()).toBe("<form>");
});

test("fetches the server's page after the maximum session time", async () => {
  setSystemTime(new Date("2026-03-10T12:00:00Z"));
  await visitPage();
  serverResponses["/"] = "<form>";
  setSystemTime(new Date("2026-04-09T11:59:00Z"));
  expect(await readOpenedText()).toBe(pageOf("1"));
  setSystemTime(new Date("2026-04-09T12:01:00Z"));
  expect(await (await openPage())?.text()).toBe("<form>");
  setSystemTime();
});

test("keeps the newest of hundreds of old files, all current", async () => {
  await visitPage();
  const cache = await caches.open("shell");
  for (let oldIndex = 0; oldIndex < 201; oldIndex += 1)
    await cache.put(`/assets/old-${oldIndex}.js`, new Response("old"));
  await send("activate");
  const isStored = async (name: string) => (await cache.match(`/assets/${name}.js`)) !== undefined;
  for (const name of ["main-1", "audiobook-1", "old-1", "old-200"]) expect(await isStored(name)).toBe(true);
  expect(await isStored("old-0")).toBe(false);
});

test("shows stored data instead of a proxy's page or rejection", async () => {
  await visitPage();
  const respondHtml = (status: number) =>
    new Response("<div id=root>", { status, headers: { "content-type": "text/html" } });
  const jsonResponses = [200, 401, 403, 404].map((status) => Response.json({ message: "Unauthorized" }, { status }));
  for (const response of [respondHtml(200), respondHtml(401), respondHtml(403), ...jsonResponses]) {
    serverResponses["/api/auth/user"] = response;
    const storedResponse = await request("/api/auth/user");
    expect([await storedResponse?.json(), storedResponse?.headers.has(LAST_SEEN_HEADER)]).toEqual([{ id: 1 }, true]);
  }
  expect(await getCacheOwner()).toBe(1);
});

test("opens a portal's page by its URL, else the stored page", async () => {
  await visitPage();
  serverResponses["/talk"] = new Response("<title>Gate", { headers: { "content-type": "text/html" } });
  const openPortal = () => openPage(`/talk?page=2&${FROM_NETWORK_PARAM}=`);
  const [portalPage, storedText] = await Promise.all([openPortal(), readOpenedText("/talk")]);
  expect([await portalPage?.text(), storedText]).toEqual(["<title>Gate", pageOf("1")]);
  for (const response of [pageOf("1"), 503, undefined]) {
    serverResponses["/talk"] = response;
    expect((await openPortal())?.headers.get("location")).toBe("http://localhost/talk?page=2");
  }
});

test("doesn't store a captive portal's page or file", async () => {
  await visitPage();
  serverResponses["/"] = '<div id="root"></div><script src="/gate.js"></script>';
  await openPage();
  expect(await readOpenedText()).toBe(pageOf("1"));
  serverResponses["/"] = pageOf("2");
  for (const type of ["text/html", "application/json", "text/javascript"]) {
    serverResponses["/assets/main-2.js"] = new Response("<title>Gate", { headers: { "content-type": type } });
    await openPage();
    expect(await readOpenedText()).toBe(pageOf("1"));
    expect(await (await request("/assets/main-2.js"))?.text()).toBe("<title>Gate");
    expect(await caches.match("/assets/main-2.js", { cacheName: "shell" })).toBeUndefined();
  }
});
