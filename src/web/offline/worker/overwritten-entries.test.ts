import { afterAll, expect, test } from "bun:test";

import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
import {
  loadWorker,
  openPage,
  request,
  restart,
  serverResponses,
  unloadWorker,
} from "#tests/support/service-worker.ts";

await loadWorker();
afterAll(unloadWorker);

/** WebKit maps longer bodies into memory. The others are read at once. */
const MAPPED_BYTES_MIN = 4096;

/** A storage that takes a moment. @returns the mapped paths that were overwritten while they were read */
function useSlowStorage(): string[] {
  const overwrittenPaths: string[] = [];
  const storage = cacheStorage();
  const readCounts = new Map<string, number>();
  const pathOf = (key: RequestInfo | URL) =>
    new URL(key instanceof Request ? key.url : String(key), location.href).pathname;
  const count = (entry: string, change: number) => readCounts.set(entry, (readCounts.get(entry) ?? 0) + change);
  const readSlowly = async (entry: string, pendingResponse: Promise<Response | undefined>) => {
    const response = await pendingResponse;
    if (!response) return response;
    count(entry, 1);
    await Bun.sleep(2);
    if (readCounts.has(entry)) count(entry, -1);
    return response;
  };
  useStorage({
    ...storage,
    match: (key, { cacheName = "" } = {}) => readSlowly(cacheName + pathOf(key), storage.match(key, { cacheName })),
    open: async (name) => {
      const cache = await storage.open(name);
      return {
        ...cache,
        match: (key) => readSlowly(name + pathOf(key), cache.match(key)),
        put: async (key, response) => {
          const isMapped = (await response.clone().blob()).size > MAPPED_BYTES_MIN;
          if (isMapped && (readCounts.get(name + pathOf(key)) ?? 0) > 0) overwrittenPaths.push(name + pathOf(key));
          await Bun.sleep(1);
          await cache.put(key, response);
        },
        // a deleted file can still be read by those who opened it
        delete: async (key) => (readCounts.delete(name + pathOf(key)), cache.delete(key)),
      };
    },
  });
  return overwrittenPaths;
}

const PATHS = ["/api/auth/user", "/api/posts", "/api/shelf"];

/** Forty visits, each 7 ms after the one before. The page is composed 50 ms after a response. */
async function visitOften(): Promise<string[]> {
  const visit = async () => {
    const [page] = await Promise.all([openPage(), ...PATHS.map((path) => request(path))]);
    return (await page?.text()) ?? "";
  };
  const visits: Promise<string>[] = [];
  for (let number = 0; number < 40; number += 1) {
    visits.push(visit());
    await Bun.sleep(7);
  }
  return Promise.all(visits);
}

function serveLongPages(): void {
  const longText = "x".repeat(MAPPED_BYTES_MIN);
  serverResponses["/"] =
    `<script src="/assets/main-1.js"></script><div id="root"><div id="old-browser">${longText}</body>`;
  serverResponses["/assets/main-1.js"] = "program";
  serverResponses["/assets/audiobook-1.js"] = "part";
  for (const path of PATHS) serverResponses[path] = path === "/api/auth/user" ? { id: 1 } : [longText];
}

test("overwrites no response while it's read", async () => {
  restart();
  const overwrittenPaths = useSlowStorage();
  serveLongPages();
  await visitOften();
  expect(overwrittenPaths).toEqual([]);
});

test("opens the stored page while it's replaced", async () => {
  restart();
  useSlowStorage();
  serveLongPages();
  await visitOften();
  const pages = await visitOften();
  expect(pages.filter((page) => !page.includes('"at":'))).toEqual([]);
});
