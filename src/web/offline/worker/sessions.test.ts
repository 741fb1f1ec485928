import { afterAll, beforeEach, expect, test } from "bun:test";

import { loadWorker, request, restart, serverResponses, unloadWorker } from "#tests/support/service-worker.ts";
import { readCopy, writeCopy } from "#web/offline/copy/copy.ts";

const copy = { userId: 1, bookId: 7, version: "2026-03-10T12:00:00.000Z", size: 1000, type: "audio/mp4" };

await loadWorker();
beforeEach(restart);
afterAll(unloadWorker);

test("deletes stored responses when the session ends", async () => {
  serverResponses["/api/bookmarks"] = [{ note: "mine" }];
  await request("/api/bookmarks");
  serverResponses["/api/auth/user"] = 401;
  expect((await request("/api/auth/user"))?.status).toBe(401);
  delete serverResponses["/api/bookmarks"];
  expect((await request("/api/bookmarks"))?.type).toBe("error");
});

test("doesn't store a response that comes after the session", async () => {
  serverResponses["/api/bookmarks"] = [{ note: "mine" }];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = (async (request: Request) => {
    const response = await fetch(request);
    if (request.url.endsWith("/api/bookmarks")) await promise;
    return response;
  }) as typeof fetch;
  const pendingRequest = request("/api/bookmarks");
  serverResponses["/api/auth/user"] = 401;
  await request("/api/auth/user");
  resolve();
  expect(await (await pendingRequest)?.json()).toEqual([{ note: "mine" }]);
  expect(await caches.keys()).toEqual([]);
});

test("deletes nothing of a new session after an older call", async () => {
  serverResponses["/api/auth/user"] = 401;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = (async (request: Request) => {
    const response = await fetch(request);
    await promise;
    return response;
  }) as typeof fetch;
  const pendingRequest = request("/api/auth/user");
  globalThis.fetch = fetch;
  await request("/api/auth/login", {}, { method: "POST" });
  serverResponses["/api/auth/user"] = { id: 1 };
  await request("/api/auth/user");
  resolve();
  expect((await pendingRequest)?.status).toBe(401);
  delete serverResponses["/api/auth/user"];
  expect(await (await request("/api/auth/user"))?.json()).toEqual({ id: 1 });
});

test("deletes everything on sign-out, even in-flight responses", async () => {
  await writeCopy(copy);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = (async () => {
    await promise;
    return Response.json([{ note: "mine" }]);
  }) as unknown as typeof fetch;
  const pendingRequest = request("/api/bookmarks");
  await request("/api/auth/logout", {}, { method: "POST" });
  resolve();
  await pendingRequest;
  globalThis.fetch = fetch;
  expect(await readCopy()).toBeNull();
  expect((await request("/api/bookmarks"))?.type).toBe("error");
});

test("deletes nothing for a link to the sign-out call", async () => {
  await writeCopy(copy);
  serverResponses["/api/auth/logout"] = 404;
  await request("/api/auth/logout", {}, { mode: "navigate" });
  await request("/api/auth/logout");
  expect(await readCopy()).toEqual(copy);
});
