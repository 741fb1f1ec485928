import { afterAll, beforeAll, expect, test } from "bun:test";

import { type ApiClient, callAsAdmin } from "#tests/support/api-client.ts";
import { childrenOf } from "#tests/support/child-processes.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { until } from "#tests/support/poll-until.ts";
import { importBook } from "#tests/support/reader-page.ts";
import { bookOf, plainChapters } from "#tests/support/reading-book.ts";

/** The server begins 20 seconds after its start, and looks for books every 30 seconds. */
const TWO_LOOKS_MS = 60_000;

let club: RunningClub;
let ada: ApiClient;
let bookId: number;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  await club.makeAdmin();
  ada = await callAsAdmin(club);
  // long enough to be killed while it's read
  const ebook = bookOf({ chapters: plainChapters([10_000, 10_000]) });
  const pauses = Array.from({ length: 1600 }, (_, index) => [index * 5, index * 5 + 0.6] as const);
  bookId = await importBook(club, { ebook, audio: { seconds: 8000, pauses } });
}, 120_000);
afterAll(() => club.stop());

const getState = async (): Promise<string> =>
  (await jsonOf(ada.call("GET", `/api/books/${bookId}/match`))).sentences.state;

test("a book rests after two reads that ended with the server", async () => {
  for (const read of ["first", "second"]) {
    await until(getState, (state) => state === "working");
    expect([read, childrenOf(club.pid()).length]).toEqual([read, 1]);
    await club.kill();
    await club.restart();
    expect([read, await getState()]).toEqual([read, "waiting"]);
  }
  const states = new Set<string>();
  const endMs = Date.now() + TWO_LOOKS_MS;
  await until(async () => states.add(await getState()) && Date.now() > endMs);
  expect(states).toEqual(new Set(["waiting", "not-possible"]));
  expect(childrenOf(club.pid())).toEqual([]);
  // until an admin asks
  expect((await ada.call("DELETE", `/api/books/${bookId}/match`)).status).toBe(204);
  await until(getState, (state) => state === "working");
}, 400_000);
