import { afterAll, beforeEach, expect, test } from "bun:test";

import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
import {
  loadWorker,
  openPage,
  request,
  respond,
  restart,
  send,
  serve,
  serverResponses,
  unloadWorker,
} from "#tests/support/service-worker.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";

import { writePartialCopy } from "../copy/copy.ts";
import { READ_TIMEOUT_MS, STORE_TIMEOUT_MS } from "../storage-timeouts.ts";

await loadWorker();
beforeEach(() => {
  restart();
  serverResponses["/"] = `<script src="/assets/main-1.js"></script><div id="root"><div id="old-browser"></body>`;
  serverResponses["/assets/main-1.js"] = "program";
  serverResponses["/api/auth/user"] = { id: 1 };
});
afterAll(unloadWorker);

const hangForever = () => new Promise<never>(() => {});
const useHangingStorage = () =>
  useStorage({ open: hangForever, match: hangForever, has: hangForever, keys: hangForever, delete: hangForever });

test("works without a storage that never responds", async () => {
  useHangingStorage();
  const requests: [string, Partial<Request>][] = [
    ["/", { mode: "navigate" }],
    ["/assets/main-1.js", {}],
    ["/api/auth/user", {}],
  ];
  await skippingDelay(READ_TIMEOUT_MS, () =>
    skippingDelay(STORE_TIMEOUT_MS, async () => {
      for (const [path, options] of requests)
        expect([path, (await respond(path, options))?.status]).toEqual([path, 200]);
    }),
  );
  // Composing the page would continue after the test.
  useStorage(cacheStorage());
  serverResponses["/assets/audiobook-1.js"] = "program";
  await send("install");
});

test.each([
  ["/", { mode: "navigate" }],
  ["/assets/main-1.js", {}],
  ["/images/logo.png", {}],
  ["/api/auth/user", {}],
  ["/api/covers/1", {}],
  ["/api/books/7/contents", {}],
  ["/kept/audiobook/7?v=1", {}],
] as const)("ends a request for %s offline while storage hangs", async (path, options) => {
  serve({});
  await writePartialCopy({ userId: 1, bookId: 7, version: "1", size: 1, type: "audio/mpeg" });
  await send("message");
  useHangingStorage();
  await skippingDelay(READ_TIMEOUT_MS, async () => {
    const response = respond(path, options).catch(() => Response.error());
    expect((await response)?.type).toBe("error");
  });
});

test("activates although storage hangs", async () => {
  useHangingStorage();
  await skippingDelay(STORE_TIMEOUT_MS, () => send("activate").catch(() => undefined));
});

test("serves pages and files when storage fails", async () => {
  const failStorage = async () => Promise.reject(new DOMException("gone", "InvalidStateError"));
  useStorage({ open: failStorage, match: failStorage, has: failStorage, keys: failStorage, delete: failStorage });
  for (const response of [openPage(), request("/assets/main-1.js"), request("/api/auth/user")])
    expect((await response)?.status).toBe(200);
});
