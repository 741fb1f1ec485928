import { expect, test } from "bun:test";

import { downloadWorld, failFrom } from "#tests/support/download-world.ts";
import { skippingDelay } from "#tests/support/skip-delay.ts";

import { COPY_CHUNK_BYTES } from "./copy.ts";

const world = downloadWorld();

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
