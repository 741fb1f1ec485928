import { afterAll, beforeEach, expect, test } from "bun:test";

import { LAST_SEEN } from "#contract/headers.ts";
import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";

import { cachedResponsesOwner, deleteAnswers, deleteOlderAnswers, keepAnswersOf } from "./response-cache.ts";
import { storeAnswer, STORED_CALLS } from "./store-answers.ts";

const NOW = new Date().toISOString();
let storage = cacheStorage();
beforeEach(() => {
  storage = cacheStorage();
  useStorage(storage);
});
afterAll(() => void Reflect.deleteProperty(globalThis, "caches"));

const store = (path: string, body: unknown) => storeAnswer(storage, `${location.origin}${path}`, Response.json(body));

test("an answer whose time isn't known belongs to nobody", async () => {
  const cache = await storage.open("last-answers");
  await cache.put(`${location.origin}/api/auth/user`, Response.json({ id: 1 }, { headers: { [LAST_SEEN]: "" } }));
  expect(await cachedResponsesOwner(storage)).toBeNull();
});

test.each([
  [1, 1],
  [2, null],
])("of member 1's answers, %p keeps those of %p", async (userId, left) => {
  await store("/api/auth/user", { id: 1 });
  await keepAnswersOf(storage, userId);
  expect(await cachedResponsesOwner(storage)).toBe(left);
});

test("what another version stored is never shown, and ends with its worker and with a sign-out", async () => {
  const older = async () => {
    const cache = await storage.open("last-answers-1a2b3c");
    await cache.put(`${location.origin}/api/auth/user`, Response.json({ id: 1 }, { headers: { [LAST_SEEN]: NOW } }));
  };
  await older();
  expect(await cachedResponsesOwner(storage)).toBeNull();
  await store("/api/auth/user", { id: 1 });
  await deleteOlderAnswers(storage);
  expect(await storage.keys()).toEqual(["last-answers"]);
  await older();
  await deleteAnswers(storage);
  expect(await storage.keys()).toEqual([]);
});

test("nothing of admins is stored", () => {
  for (const path of ["/api/users", "/api/months/2026-01", "/api/shelf/import", "/api/email/status", "/api/backups"])
    expect(STORED_CALLS.test(path)).toBe(false);
});
