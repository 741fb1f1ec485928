import { afterEach, expect, test } from "bun:test";

import { OTHER_MEMBER } from "#contract/error-codes.ts";
import { MEMBER_HEADER } from "#contract/headers.ts";
import { expectErrors } from "#tests/support/logged-errors.ts";
import { until } from "#tests/support/poll-until.ts";
import { json, memberApi, nora, serveApi } from "#tests/support/web.tsx";
import { createQueryClient } from "#web/api/query-client.ts";

import { createProgressSyncs, type ProgressSyncs } from "./progress-syncs.ts";

const AUDIOBOOK = {
  medium: "audio",
  bookId: 7,
  tolerance: 30,
  findEdition: async () => undefined,
  onLeave: () => undefined,
} as const;

let places: ProgressSyncs;
afterEach(() => places.end());

test.each([
  ["page", new Response("<title>Blocked", { status: 403, headers: { "content-type": "text/html" } })],
  ["page that there is nothing", new Response("<title>404", { status: 404, headers: { "content-type": "text/html" } })],
])("a position stays queued after a proxy's %s, and is saved later", async (_, proxyResponse) => {
  expectErrors(/Failed to save the position/);
  const savedProgress = { bookId: 7, currentTime: 90, chapter: 0, updatedAt: null, revision: 1, device: "computer" };
  const { api, calls } = serveApi({ ...memberApi, "POST /api/audiobook-progress": () => proxyResponse });
  places = createProgressSyncs(nora.id, createQueryClient());
  const place = places.open(AUDIOBOOK);
  await place.start(async () => null);
  place.save({ position: 90, locator: null }, "seek");
  await until(() => place.status().isFailing);
  api["POST /api/audiobook-progress"] = () => json(savedProgress);
  await places.flush();
  expect([calls.filter(({ method }) => method === "POST").length, place.status().isFailing]).toEqual([2, false]);
});

test("logs no save that the browser cancels as the page is left", async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  const { calls } = serveApi({ ...memberApi, "POST /api/audiobook-progress": () => promise });
  places = createProgressSyncs(nora.id, createQueryClient());
  const place = places.open(AUDIOBOOK);
  await place.start(async () => null);
  place.save({ position: 90, locator: null }, "seek");
  await until(() => calls.some(({ method }) => method === "POST"));
  dispatchEvent(new Event("beforeunload", { cancelable: true }));
  reject(new TypeError("Load failed"));
  await until(() => place.status().isFailing);
});

test("saves no position in the session of the next member", async () => {
  expectErrors(/Failed to save the position/);
  const savedProgress = {
    bookId: 7,
    currentTime: 90,
    chapter: 0,
    updatedAt: "2026-03-10T12:00:00.000Z",
    revision: 1,
    device: "computer",
  };
  const { api, calls } = serveApi({
    ...memberApi,
    "POST /api/audiobook-progress": () => json({ message: "Busy" }, 503),
  });
  const countSaves = () => calls.filter(({ method }) => method === "POST").length;
  places = createProgressSyncs(nora.id, createQueryClient());
  const place = places.open(AUDIOBOOK);
  await place.start(async () => null);
  place.save({ position: 90, locator: null }, "seek");
  await until(() => place.status().isFailing);

  // the page hasn't noticed the other member's session yet
  let signedInUserId = 2;
  api["POST /api/audiobook-progress"] = (_: unknown, { headers }: RequestInit) =>
    new Headers(headers).get(MEMBER_HEADER) === String(signedInUserId)
      ? json(savedProgress)
      : json({ message: OTHER_MEMBER }, 409);
  await places.flush();
  expect([countSaves(), place.status().isFailing]).toEqual([2, true]);

  signedInUserId = nora.id;
  await places.flush();
  expect([countSaves(), place.status().isFailing]).toEqual([3, false]);
});
