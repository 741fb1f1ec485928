import { afterAll, beforeEach, expect, test } from "bun:test";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";

import {
  deleteCachedResponses,
  deleteOlderResponses,
  deleteResponsesOfOthers,
  getCacheOwner,
} from "./response-cache.ts";
import { STORED_CALLS, storeResponse } from "./store-response.ts";

const NOW = new Date().toISOString();
beforeEach(() => void useStorage(cacheStorage()));
afterAll(() => void Reflect.deleteProperty(globalThis, "caches"));

const storeBody = (path: string, body: unknown) => storeResponse(`${location.origin}${path}`, Response.json(body));

test("finds no owner in a stored response without a time", async () => {
  const cache = await caches.open("responses");
  await cache.put(
    `${location.origin}/api/auth/user`,
    Response.json({ id: 1 }, { headers: { [LAST_SEEN_HEADER]: "" } }),
  );
  expect(await getCacheOwner()).toBeNull();
});

test.each([
  [1, 1],
  [2, null],
])("with responses of member 1, %p keeps those of %p", async (userId, expectedOwner) => {
  await storeBody("/api/auth/user", { id: 1 });
  await deleteResponsesOfOthers(userId);
  expect(await getCacheOwner()).toBe(expectedOwner);
});

test.each(["responses-1a2b3c", "last-answers-1a2b3c", "last-answers"])(
  "clears %s of another version, and never shows it",
  async (name) => {
    const storeOlderResponse = async () => {
      const cache = await caches.open(name);
      await cache.put(
        `${location.origin}/api/auth/user`,
        Response.json({ id: 1 }, { headers: { [LAST_SEEN_HEADER]: NOW } }),
      );
    };
    await storeOlderResponse();
    expect(await getCacheOwner()).toBeNull();
    await storeBody("/api/auth/user", { id: 1 });
    await deleteOlderResponses();
    expect(await caches.keys()).toEqual(["responses"]);
    await storeOlderResponse();
    await deleteCachedResponses();
    expect(await caches.keys()).toEqual([]);
  },
);

test("stores no responses of admin calls", () => {
  for (const path of ["/api/users", "/api/months/2026-01", "/api/shelf/import", "/api/email/status", "/api/backups"])
    expect(STORED_CALLS.test(path)).toBe(false);
});
