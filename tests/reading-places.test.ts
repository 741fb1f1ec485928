import { afterAll, test } from "bun:test";

import { createListeningServer } from "./support/listening-world.ts";
import { tryHistories } from "./support/place-histories.ts";
import { TEXT } from "./support/place-media.ts";

/** Histories tried; the nightly run tries 10,000. */
const SEQUENCES = Number(Bun.env["HISTORIES"] ?? 2_000);
const server = createListeningServer();
afterAll(() => server.close());

test(`in ${SEQUENCES} histories of two or three devices no place reached in a text is lost, and each keeps its locator`, async () => {
  await tryHistories(server, TEXT, SEQUENCES);
});
