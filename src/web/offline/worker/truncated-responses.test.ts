import { afterAll, beforeEach, expect, test } from "bun:test";

import { createResponsesElement, VISITOR_MARKERS } from "#contract/first-paint.ts";
import {
  loadWorker,
  openPage,
  OWN_HEADERS,
  request,
  restart,
  serve,
  serverResponses,
  unloadWorker,
} from "#tests/support/service-worker.ts";

import { storeFile } from "../copy/copy.ts";

await loadWorker();
beforeEach(restart);
afterAll(unloadWorker);

const PAGE = '<script src="/assets/main-1.js"></script><div id="root"><div id="old-browser"></body>';

async function visitPage(): Promise<void> {
  serve({ "/": PAGE, "/assets/main-1.js": "program", "/api/auth/user": { id: 1 }, "/api/posts": [{ id: 7 }] });
  await openPage();
  for (const path of ["/api/auth/user", "/api/posts"]) await request(path);
}

/** A proxy that lost its connection may end a response early. */
const truncatedJson = (text: string) =>
  new Response(text, { headers: { ...OWN_HEADERS, "content-type": "application/json;charset=utf-8" } });

test.each(["", '[{"id":', '[{"id": 8}'])("doesn't store a call's truncated response: %j", async (text) => {
  await visitPage();
  serverResponses["/api/posts"] = truncatedJson(text);
  await request("/api/posts");
  serve({});
  expect(await (await request("/api/posts"))?.json()).toEqual([{ id: 7 }]);
  expect(await (await openPage())?.text()).toContain('"/api/posts":{"body":[{"id":7}]');
});

test("composes the page although a truncated response is stored", async () => {
  await visitPage();
  serverResponses["/api/bookmarks"] = truncatedJson('[{"id":');
  await request("/api/bookmarks");
  serverResponses["/api/posts"] = [{ id: 8 }];
  await request("/api/posts");
  expect(await (await openPage())?.text()).toContain('"/api/posts":{"body":[{"id":8}]');
});

test("doesn't store a truncated page", async () => {
  await visitPage();
  const responses = createResponsesElement(JSON.stringify({ "/api/posts": { body: [{ id: 9 }] } }));
  const page = PAGE.replace("main-1", "main-2").replace("</body>", `${VISITOR_MARKERS.join(responses)}</body>`);
  serverResponses["/assets/main-2.js"] = "program";
  for (const length of [page.indexOf("[{"), page.indexOf("</script><!--/visit"), page.indexOf("</body>")]) {
    serverResponses["/"] = page.slice(0, length);
    await openPage();
    expect(await (await caches.match("/", { cacheName: "shell" }))?.text()).toBe(PAGE);
  }
  serverResponses["/"] = page;
  await openPage();
  expect(await (await caches.match("/", { cacheName: "shell" }))?.text()).toBe(PAGE.replace("main-1", "main-2"));
});

test("stores no truncated contents in a copy", async () => {
  const cache = await caches.open("copy");
  serverResponses["/api/books/7/contents"] = truncatedJson('{"sections":[');
  const storing = storeFile(cache, "/api/books/7/contents", null);
  await expect(storing).rejects.toThrow(SyntaxError);
  expect(await cache.keys()).toEqual([]);
});
