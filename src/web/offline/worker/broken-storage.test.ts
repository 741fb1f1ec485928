import { afterAll, beforeEach, expect, test } from "bun:test";

import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
import {
  loadWorker,
  openPage,
  request,
  respond,
  restart,
  send,
  serverResponses,
  unloadWorker,
} from "#tests/support/service-worker.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";

import { READ_TIMEOUT_MS, STORE_TIMEOUT_MS } from "../storage-timeouts.ts";

await loadWorker();
beforeEach(() => {
  restart();
  serverResponses["/"] = `<script src="/assets/main-1.js"></script><div id="root"><div id="old-browser"></body>`;
  serverResponses["/assets/main-1.js"] = "program";
  serverResponses["/api/auth/user"] = { id: 1 };
});
afterAll(unloadWorker);

test("works without a storage that never responds", async () => {
  const hangForever = () => new Promise<never>(() => {});
  useStorage({ open: hangForever, match: hangForever, has: hangForever, keys: hangForever, delete: hangForever });
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

test("serves pages and files when storage fails", async () => {
  const failStorage = async () => Promise.reject(new DOMException("gone", "InvalidStateError"));
  useStorage({ open: failStorage, match: failStorage, has: failStorage, keys: failStorage, delete: failStorage });
  for (const response of [openPage(), request("/assets/main-1.js"), request("/api/auth/user")])
    expect((await response)?.status).toBe(200);
});
