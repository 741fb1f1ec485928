import { afterAll, beforeEach, expect, test } from "bun:test";

import { RESPONSES_ELEMENT } from "#contract/first-paint.ts";
import {
  loadWorker,
  openPage,
  OWN_HEADERS,
  request,
  restart,
  send,
  serve,
  serverResponses,
  unloadWorker,
} from "#tests/support/service-worker.ts";

import { storeFile } from "../copy/copy.ts";

const pageOf = (version: string) =>
  `<script src="/assets/main-${version}.js"></script><div id="root"><div id="old-browser"></body>`;

await loadWorker();
beforeEach(restart);
afterAll(unloadWorker);

const gateImage = () =>
  new Response("a gate's logo", { headers: { "Content-Type": "image/png", "X-Request-Id": "7f3a" } });

test.each(["/api/avatars/1.webp", "/api/covers/7.webp", "/images/logo.png"])(
  "keeps the stored %s when a gate answers with its own image",
  async (path) => {
    const image = () => new Response("ours", { headers: { ...OWN_HEADERS, "Content-Type": "image/webp" } });
    serve({ [path]: image() });
    await request(path);
    serve({ [path]: gateImage() });
    await request(path);
    serve({});
    expect(await (await request(path))?.text()).toBe("ours");
  },
);

test("stores a gate's image neither for a copy nor its cover", async () => {
  const cache = await caches.open("copy");
  for (const path of ["/api/covers/7.webp", "/api/books/7/text/a.png"]) {
    serve({ [path]: gateImage() });
    await expect(storeFile(cache, path, null)).rejects.toThrow(`200 for ${path}`);
  }
  expect(await cache.keys()).toEqual([]);
});

test("keeps the stored page when a proxy answers 404 for a chunk", async () => {
  serverResponses["/"] = pageOf("1");
  for (const file of ["main", "audiobook"]) serverResponses[`/assets/${file}-1.js`] = "program";
  serverResponses["/api/auth/user"] = { id: 1 };
  await send("install");
  await request("/api/auth/user");
  serverResponses["/assets/talk-1.js"] = new Response("404 page not found", { status: 404 });
  await request("/assets/talk-1.js");
  serverResponses["/"] = pageOf("2");
  serverResponses["/assets/main-2.js"] = "program";
  expect((await (await openPage())?.text())?.replace(RESPONSES_ELEMENT, "")).toBe(pageOf("1"));
});
