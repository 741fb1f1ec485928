import { expect, spyOn, test } from "bun:test";

import { downloadWorld } from "#tests/support/download-world.ts";
import { RESPONSES_CACHE } from "#web/offline/response-cache.ts";
import { SHELL_CACHE } from "#web/offline/worker/shell.ts";

const world = downloadWorld();

test.each([
  [true, []],
  [false, ["audiobook-progress", "audiobook-progress/history", "bookmarks", "reading-progress", "books/7/place"]],
])("stores calls only in a page without a worker: %j, %j", async (hasWorker, stored) => {
  if (!hasWorker) Object.assign(navigator.serviceWorker, { controller: null });
  await world.make().start();
  const entries = await (await caches.open(RESPONSES_CACHE)).keys();
  expect(entries.map(({ url }) => new URL(url).pathname)).toEqual(stored.map((path) => `/api/${path}`));
});

test("leaves stored scripts alone, which the worker may be reading", async () => {
  const url = `${location.origin}/assets/reader-1.js`;
  const loaded = spyOn(performance, "getEntriesByType").mockReturnValue([{ name: url } as PerformanceEntry]);
  const shell = await caches.open(SHELL_CACHE);
  await shell.put(url, new Response("stored"));
  await world.make().start();
  expect(await (await shell.match(url))?.text()).toBe("stored");
  loaded.mockRestore();
});
