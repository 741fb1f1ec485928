import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";
import { crowdTheClub } from "#tests/support/slow-clients.ts";
import { openFilesOf } from "#tests/support/vitals.ts";

/** Longer than the server's timeout for an idle connection, 120 seconds. */
const UPLOAD_TIMEOUT_MS = 150_000;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
const inTmp = () => readdirSync(join(club.storageDir, "tmp"));

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  admin = await signedIn(club);
}, 300_000);
afterAll(() => club.stop());

/** An upload that lasts so many seconds at so many kilobytes a second. */
function slowBody(kilobytes: number, seconds: number) {
  const book = largeAudiobook(kilobytes * seconds * 1024, "Slow");
  return {
    length: book.length,
    async *bytes() {
      const quarter = kilobytes * 256;
      for (const chunk of book.bytes())
        for (let offset = 0; offset < chunk.length; offset += quarter) {
          yield chunk.subarray(offset, offset + quarter);
          await Bun.sleep(250);
        }
    },
  };
}

for (const kilobytes of [32, 100])
  test.concurrent(
    `an upload at ${kilobytes} KB a second is completed (U14)`,
    async () => {
      const uploader = await signedIn(club, `bob${kilobytes}`);
      expect((await sendRaw(uploader, slowBody(kilobytes, 32))).status).toBe(201);
    },
    UPLOAD_TIMEOUT_MS,
  );

// clients under 16 KB a second are occupying connections
test.concurrent(
  "ends or cuts off an upload at 8 KB a second (U14)",
  async () => {
    const { status } = await sendRaw(admin, slowBody(8, 140));
    console.log(`an upload at 8 KB a second: ${status || "cut off"}`);
    expect([0, 201, 408]).toContain(status);
    await until(inTmp, (files) => files.length <= 1, UPLOAD_TIMEOUT_MS);
    expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
  },
  UPLOAD_TIMEOUT_MS + 10_000,
);

test.concurrent(
  "ends a stalled upload, and leaves nothing",
  async () => {
    void sendRaw(admin, largeAudiobook(20 * 1024 * 1024), { stopAt: 5_000_000, how: "stall" });
    await until(inTmp, (files) => files.length > 0);
    await until(inTmp, (files) => files.length === 0, UPLOAD_TIMEOUT_MS);
  },
  UPLOAD_TIMEOUT_MS + 10_000,
);

test.concurrent(
  "closes two hundred slow connections (O02)",
  async () => {
    let mostReads = 0;
    const readMeanwhile = async () => {
      const response = await fetch(`${club.url}/api/posts`, { headers: { cookie: admin.cookie } });
      expect(response.status).toBe(200);
      mostReads = Math.max(mostReads, openFilesOf(club.pid()));
      await Bun.sleep(250);
    };
    const crowds = await crowdTheClub(club.url, readMeanwhile, 0.1);
    expect(mostReads).toBeGreaterThan(150);
    expect(crowds.filter(({ closedAfter }) => closedAfter.some((seconds) => seconds === Infinity))).toEqual([]);
  },
  UPLOAD_TIMEOUT_MS + 20_000,
);
