import { expect, test } from "bun:test";

import { waitFor } from "@testing-library/react";

import { cacheStorage, useStorage } from "#tests/support/cache-storage.ts";
import {
  book,
  downloadWorld,
  failFrom,
  proxyResponse,
  respondRange,
  respondStatus,
  setOnline,
  SIZE,
  untilState,
} from "#tests/support/download-world.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { book as aBook } from "#tests/support/web.tsx";
import { SIGNED_OUT_CHANNEL } from "#web/api/session-actions.ts";
import { READ_TIMEOUT_MS } from "#web/offline/storage-timeouts.ts";

import { findAudioUrl } from "./copy-status.ts";
import {
  COPY_CACHE,
  COPY_CHUNK_BYTES,
  countChunks,
  deleteCopy,
  deleteReplacedCopy,
  readCopy,
  readPartialCopy,
} from "./copy.ts";
import { formatDownloadError } from "./download-error.ts";

const world = downloadWorld();

test("an interrupted download shows its size, and resumes", async () => {
  world.answer = failFrom(2, respondStatus(401));
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "session" });
  expect(await readPartialCopy()).toMatchObject({ userId: 1, bookId: 7, version: book.audiobookUploadedAt });
  expect(await readCopy()).toBeNull();
  expect(world.ends).toEqual([downloader.state()]);

  world.answer = respondRange;
  const laterDownloader = world.make();
  await untilState(laterDownloader, { phase: "partial", bytes: 2 * COPY_CHUNK_BYTES });
  world.asked = [];
  await laterDownloader.start();
  expect(world.asked).toEqual([2, 3]);
  expect(laterDownloader.state()).toEqual({ phase: "complete" });
  expect(await readCopy()).toMatchObject({ type: "audio/mpeg", size: SIZE });
  expect(await readPartialCopy()).toBeNull();
});

test("doesn't store a login proxy's page as a newer file", async () => {
  const respondAsProxy = () => new Response("<title>Gate", { headers: { "content-type": "text/html" } });
  world.answer = failFrom(2, respondAsProxy);
  const downloader = world.make();
  await skippingDelay(1000, () => skippingDelay(4000, () => downloader.start()));
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "network" });

  world.answer = respondRange;
  world.current = respondAsProxy();
  await skippingDelay(1000, () => skippingDelay(4000, () => downloader.start()));
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "network" });
});

test.each([400, 404, 408])("keeps what is stored after a proxy's %i", async (status) => {
  world.answer = failFrom(2, proxyResponse(status));
  const downloader = world.make();
  await skippingDelay(1000, () => skippingDelay(4000, () => downloader.start()));
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "server" });
});

test.each(["contents", "sentences", "text/OEBPS/one.xhtml"])(
  "isn't complete after a proxy's 404 of %s",
  async (path) => {
    world.lostPath = `/api/books/${book.id}/${path}`;
    const downloader = world.make();
    await downloader.start();
    expect(downloader.state()).toEqual({ phase: "partial", bytes: SIZE, code: "server" });
  },
);

test("keeps what fits on a full device, checks reported space", async () => {
  useStorage(cacheStorage(2 * COPY_CHUNK_BYTES + 1000));
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "quota" });
  await downloader.remove();
  expect(await caches.has(COPY_CACHE)).toBe(false);

  const estimate = async () => ({ quota: SIZE + 10, usage: 100 });
  Object.defineProperty(navigator, "storage", { configurable: true, value: { estimate } });
  useStorage(cacheStorage());
  world.asked = [];
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false, code: "quota" });
  expect([world.asked, await caches.has("kept-sound")]).toEqual([[], false]);
});

test.each([
  ["the server has another file of the book", respondStatus(404)],
  [
    "the file has another length",
    (first: number, last: number) => {
      const { body } = respondRange(first, last) as Response;
      return new Response(body, { status: 206, headers: { "Content-Range": `bytes ${first}-${last}/${SIZE + 1}` } });
    },
  ],
])("when %s, nothing of the old file stays", async (_, failDownload) => {
  world.answer = failFrom(2, failDownload);
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false, code: "replaced" });
  expect(await caches.has("kept-sound")).toBe(false);
});

test.each([
  ["signing out", () => deleteCopy(), {}],
  ["a newer file", async () => deleteReplacedCopy({ ...(await readPartialNote()), userId: 1 }), { code: "replaced" }],
])("also frees what is stored after %s freed the space", async (_, freeSpace, endState) => {
  world.answer = failFrom(2, async (first, last) => {
    await freeSpace();
    return respondRange(first, last);
  });
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toMatchObject({ phase: "none", ...endState });
  expect(await caches.has("kept-sound")).toBe(false);
});

test.each([
  ["the network is back", () => dispatchEvent(new Event("online"))],
  ["the phone wakes", () => document.dispatchEvent(new Event("visibilitychange"))],
])("without a network it waits, says so once, and resumes when %s", async (_, trigger) => {
  setOnline(false);
  const interruptedState = { phase: "partial", bytes: 3 * COPY_CHUNK_BYTES, code: "network" } as const;
  world.answer = failFrom(3, () => Promise.reject(new TypeError("Failed to fetch")));
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toEqual(interruptedState);
  world.asked = [];
  trigger();
  await waitFor(() => expect(world.asked).toEqual([3]));
  await untilState(downloader, interruptedState);
  world.answer = respondRange;
  setOnline(true);
  trigger();
  await untilState(downloader, { phase: "complete" });
  await waitFor(() => expect(world.ends).toEqual([interruptedState, { phase: "complete" }]));
});

test.each([
  ["a bucket without CORS", book, "file"],
  ["a login proxy", new Response("<title>Log in"), "network"],
] as const)("tells a redirect by %s from a lost network", async (_, currentResponse, code) => {
  world.answer = (first, last) => {
    world.current = currentResponse;
    if (last > 0) return Promise.reject(new TypeError("Failed to fetch"));
    const redirectedResponse = new Response(null);
    Object.defineProperty(redirectedResponse, "type", { value: "opaqueredirect" });
    return first === 0 ? redirectedResponse : respondRange(first, last);
  };
  const downloader = world.make();
  await skippingDelay(1000, () => skippingDelay(4000, () => downloader.start()));
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false, code });
});

test("hides a member's copy from the device's next member", async () => {
  await world.make(1).start();
  expect(await findAudioUrl(book, 1)).toStartWith("/kept/audiobook/7?v=");
  const otherDownloader = world.make(2);
  await untilState(otherDownloader, { phase: "none" });
  expect(await findAudioUrl(book, 2)).toStartWith("/api/download/audiobook/7?v=");
});

test("leaves a newer copy alone on a page with an older file", async () => {
  await world.make().start();
  const olderDownloader = world.make(1, { ...book, audiobookUploadedAt: "2026-03-01T12:00:00.000Z" });
  await olderDownloader.start();
  expect(olderDownloader.state()).toEqual({ phase: "none", wasReplaced: false, code: "replaced" });
  expect(await readCopy()).toMatchObject({ version: book.audiobookUploadedAt });
});

test("when started offline it stores nothing, and starts later", async () => {
  world.current = "no network";
  setOnline(false);
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false, code: "network" });
  expect(await caches.has("kept-sound")).toBe(false);
  expect(formatDownloadError("network")).toStartWith("You're offline.");
  setOnline(true);
  // as behind a captive portal, or while the server is down
  expect(formatDownloadError("network")).toStartWith("Can't reach the club.");
  // the first call after reconnecting still fails
  const { fetch } = globalThis;
  globalThis.fetch = ((...fetchArgs: Parameters<typeof fetch>) =>
    fetch(...fetchArgs).finally(() => (world.current = book))) as typeof fetch;
  await skippingDelay(1000, () => {
    dispatchEvent(new Event("online"));
    return untilState(downloader, { phase: "complete" });
  });
});

test("ends a download at once when the member signs out", async () => {
  const { promise } = Promise.withResolvers<Response>();
  world.answer = failFrom(1, () => promise);
  const downloader = world.make();
  void downloader.start();
  await untilState(downloader, { phase: "downloading", bytes: COPY_CHUNK_BYTES });
  const channel = new BroadcastChannel(SIGNED_OUT_CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage(null);
  await waitFor(() => expect(downloader.hasEnded()).toBe(true));
  channel.close();
});

test("reports that storage is blocked, and plays online", async () => {
  const denyStorage = () => Promise.reject(new DOMException("The operation is insecure.", "SecurityError"));
  useStorage({ has: denyStorage, open: denyStorage, delete: denyStorage });
  await untilState(world.make(), { phase: "unavailable" });
  expect(await findAudioUrl(book, 1)).toStartWith("/api/download/audiobook/7?v=");
});

async function readPartialNote() {
  const partialCopy = await readPartialCopy();
  if (!partialCopy) throw new Error("Nothing has begun");
  expect(countChunks(partialCopy.size)).toBe(4);
  return partialCopy;
}

test("a book without an audiobook is saved, and can be canceled", async () => {
  const text = { ...aBook, ebookUploadedAt: "2026-03-10T12:00:00.000Z" };
  world.current = text;
  const downloader = world.make(1, text);
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "complete" });
  const chapter = `/api/books/${text.id}/text/OEBPS/one.xhtml`;
  expect(await (await caches.open(COPY_CACHE)).match(chapter)).toBeDefined();
  await downloader.remove();
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false });

  world.onContents = () => downloader.cancel();
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false });
  expect(await caches.has(COPY_CACHE)).toBe(false);
});

test("counts text and audio as one download", async () => {
  const downloader = world.make();
  const percentages: number[] = [];
  downloader.subscribe(() => percentages.push((downloader.state() as { bytes?: number }).bytes ?? 0));
  await downloader.start();
  expect(Math.max(...percentages)).toBe(SIZE + (book.ebookSize ?? 0));
});

test("the text is saved too: contents, chapters and images", async () => {
  await world.make().start();
  const cache = await caches.open(COPY_CACHE);
  const text = `/api/books/${book.id}/text/OEBPS`;
  for (const url of [`/api/books/${book.id}/contents`, `${text}/one.xhtml`, `${text}/a%20b.png`])
    expect(await cache.match(url), url).toBeDefined();
});

test.each([
  [404, { phase: "complete" }],
  [503, { phase: "partial", bytes: SIZE, code: "server" }],
] as const)("saves a book despite a damaged image (%i)", async (status, state) => {
  world.fileStatus = status;
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toEqual(state);
  const image = `/api/books/${book.id}/text/OEBPS/a%20b.png`;
  expect(await (await caches.open(COPY_CACHE)).match(image)).toBeUndefined();
});

test.each(["open", "has", "match", "delete"])("can be canceled while %s of the storage hangs", async (name) => {
  const downloader = world.make();
  world.answer = (first, last) => {
    const hang = () => new Promise<never>(() => {});
    if (first > 0) Object.assign(caches, { [name]: hang });
    return respondRange(first, last);
  };
  await skippingDelay(READ_TIMEOUT_MS, async () => {
    const download = downloader.start();
    await waitFor(() => expect(world.asked.length).toBeGreaterThan(1));
    await downloader.cancel();
    await download;
  });
  expect(downloader.state().phase).not.toBe("downloading");
  useStorage(cacheStorage());
  world.answer = respondRange;
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "complete" });
});
