import { expect, test } from "bun:test";

import { book, downloadWorld, failFrom, untilState } from "#tests/support/download-world.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";
import { READ_TIMEOUT_MS, STORE_TIMEOUT_MS } from "#web/offline/storage-timeouts.ts";

import { findAudioUrl } from "./copy-status.ts";
import { COPY_CHUNK_BYTES } from "./copy.ts";
import { CHUNK_TIMEOUT_MS } from "./fetch-chunk.ts";

const world = downloadWorld();
const hang = () => new Promise<never>(() => {});

test.each([
  ["JSON", () => Response.json({ status: "signed out" })],
  ["nothing", () => new Response(null, { status: 204 })],
  ["an empty 200", () => new Response("")],
  ["a 401 of its own", () => Response.json({ message: "Unauthorized" }, { status: 401 })],
])("keeps what is stored when a gate responds with %s", async (_, respondAsGate) => {
  world.answer = failFrom(2, respondAsGate);
  const downloader = world.make();
  await skippingDelay(1000, () => skippingDelay(4000, () => downloader.start()));
  expect(downloader.state()).toEqual({ phase: "partial", bytes: 2 * COPY_CHUNK_BYTES, code: "network" });
});

test("ends a wait for a server that doesn't respond", async () => {
  world.onContents = hang;
  const downloader = world.make();
  await skippingDelay(CHUNK_TIMEOUT_MS, () => downloader.start());
  expect(downloader.state()).toMatchObject({ phase: "partial", code: "server" });
});

test.each(["has", "open", "match", "delete"])("ends a download while %s of the storage hangs", async (name) => {
  const downloader = world.make();
  await untilState(downloader, { phase: "none" });
  Object.assign(caches, { [name]: hang });
  await skippingDelay(READ_TIMEOUT_MS, () => skippingDelay(STORE_TIMEOUT_MS, () => downloader.start()));
  expect(downloader.state().phase).not.toBe("downloading");
});

test("plays from the network while storage hangs", async () => {
  Object.assign(caches, { has: hang });
  await skippingDelay(READ_TIMEOUT_MS, async () =>
    expect(await findAudioUrl(book, 1)).toStartWith("/api/download/audiobook/7?v="),
  );
});

test("says that storage is unavailable if it can't remove the copy", async () => {
  const downloader = world.make();
  await downloader.start();
  expect(downloader.state()).toEqual({ phase: "complete" });
  Object.assign(caches, { delete: hang, has: hang });
  await skippingDelay(READ_TIMEOUT_MS, () => skippingDelay(STORE_TIMEOUT_MS, () => downloader.remove()));
  expect(downloader.state()).toEqual({ phase: "unavailable" });
});
