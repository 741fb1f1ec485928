import { expect, test } from "bun:test";

import {
  downloadWorld,
  failFrom,
  respondRange,
  respondStatus,
  setOnline,
  untilState,
} from "#tests/support/download-world.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";

import { COPY_CHUNK_BYTES } from "./copy.ts";

const world = downloadWorld();

test("canceling frees what was stored, from any tab", async () => {
  const { promise } = Promise.withResolvers<Response>();
  world.answer = failFrom(1, () => promise);
  const [downloader, otherTab] = [world.make(), world.make()];
  const download = downloader.start();
  await skippingDelay(1000, () => untilState(otherTab, { phase: "downloading", bytes: COPY_CHUNK_BYTES }));
  await otherTab.cancel();
  await download;
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false });
  expect(await caches.has("kept-sound")).toBe(false);
  expect(world.ends).toEqual([]);
});

test("waits for the network while another tab shows it", async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  world.answer = failFrom(2, () => promise);
  const [downloader, otherTab] = [world.make(), world.make()];
  const endedDownload = downloader.start();
  await skippingDelay(1000, () => untilState(otherTab, { phase: "downloading", bytes: 2 * COPY_CHUNK_BYTES }));
  setOnline(false);
  reject(new TypeError("Failed to fetch"));
  await endedDownload;
  await untilState(otherTab, { phase: "partial", bytes: 2 * COPY_CHUNK_BYTES });
  await Bun.sleep(100);
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "network" });

  world.answer = respondRange;
  setOnline(true);
  dispatchEvent(new Event("online"));
  for (const tab of [downloader, otherTab]) await untilState(tab, { phase: "complete" });
});

test("resumes in another tab when the downloading one closed", async () => {
  const { promise } = Promise.withResolvers<Response>();
  world.answer = failFrom(2, () => promise);
  const [downloader, otherTab] = [world.make(), world.make()];
  void downloader.start();
  await skippingDelay(1000, async () => {
    await untilState(otherTab, { phase: "downloading", bytes: 2 * COPY_CHUNK_BYTES });
    downloader.end();
    await untilState(otherTab, { phase: "partial", bytes: 2 * COPY_CHUNK_BYTES });
  });
  world.answer = respondRange;
  await otherTab.start();
  expect(otherTab.state()).toEqual({ phase: "complete" });
});

test.each([undefined, { request: async () => Promise.reject(new DOMException("Denied", "SecurityError")) }])(
  "downloads in a browser without locks: %j",
  async (value) => {
    Object.defineProperty(navigator, "locks", { configurable: true, value });
    world.answer = failFrom(2, respondStatus(401));
    const downloader = world.make();
    await downloader.start();
    await untilState(downloader, { phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "session" });
    world.answer = respondRange;
    await downloader.start();
    expect(downloader.state()).toEqual({ phase: "complete" });
  },
);
