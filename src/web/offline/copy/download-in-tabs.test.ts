import { expect, test } from "bun:test";

import { downloadWorld, failFrom, respondRange, setOnline, untilState } from "#tests/support/download-world.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";

import { COPY_CHUNK_BYTES } from "./copy.ts";

const world = downloadWorld();

test("canceling frees what was stored, from any tab", async () => {
  const { promise } = Promise.withResolvers<Response>();
  world.answer = failFrom(1, () => promise);
  const [downloader, other] = [world.make(), world.make()];
  const download = downloader.start();
  await skippingDelay(1000, () => untilState(other, { phase: "downloading", bytes: COPY_CHUNK_BYTES }));
  await other.cancel();
  await download;
  expect(downloader.state()).toEqual({ phase: "none", wasReplaced: false });
  expect(await caches.has("kept-sound")).toBe(false);
  expect(world.ends).toEqual([]);
});

test("waits for the network while another tab shows it", async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  world.answer = failFrom(2, () => promise);
  const [downloader, other] = [world.make(), world.make()];
  const ended = downloader.start();
  await skippingDelay(1000, () => untilState(other, { phase: "downloading", bytes: 2 * COPY_CHUNK_BYTES }));
  setOnline(false);
  reject(new TypeError("Failed to fetch"));
  await ended;
  await untilState(other, { phase: "partial", bytes: 2 * COPY_CHUNK_BYTES });
  await Bun.sleep(100);
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "network" });

  world.answer = respondRange;
  setOnline(true);
  dispatchEvent(new Event("online"));
  for (const tab of [downloader, other]) await untilState(tab, { phase: "complete" });
});

test("resumes in another tab when the downloading one closed", async () => {
  const { promise } = Promise.withResolvers<Response>();
  world.answer = failFrom(2, () => promise);
  const [downloader, other] = [world.make(), world.make()];
  void downloader.start();
  await skippingDelay(1000, async () => {
    await untilState(other, { phase: "downloading", bytes: 2 * COPY_CHUNK_BYTES });
    downloader.end();
    await untilState(other, { phase: "partial", bytes: 2 * COPY_CHUNK_BYTES });
  });
  world.answer = respondRange;
  await other.start();
  expect(other.state()).toEqual({ phase: "complete" });
});
