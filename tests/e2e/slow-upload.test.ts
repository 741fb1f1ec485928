import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { crowdTheClub } from "#tests/support/slow-clients.ts";
import { openFilesOf } from "#tests/support/vitals.ts";

/** Longer than the server waits for a silent connection: 120 seconds. */
const PATIENCE_MS = 150_000;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
const inTmp = () => readdirSync(join(club.storageDir, "tmp"));

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  admin = await signedIn(club);
}, 30_000);
afterAll(() => club.stop());

test.concurrent(
  "an upload at 32 KB a second comes to its end",
  async () => {
    const book = largeAudiobook(1024 * 1024, "Slow");
    const slowly = {
      length: book.length,
      async *bytes() {
        for (const chunk of book.bytes())
          for (let at = 0; at < chunk.length; at += 8192) {
            yield chunk.subarray(at, at + 8192);
            await Bun.sleep(250);
          }
      },
    };
    expect((await sendRaw(admin, slowly)).status).toBe(201);
  },
  PATIENCE_MS,
);

test.concurrent(
  "an upload that falls silent is given up, and leaves nothing behind",
  async () => {
    void sendRaw(admin, largeAudiobook(20 * 1024 * 1024), { stopAt: 5_000_000, how: "stall" });
    await Bun.sleep(2000);
    expect(inTmp().length).toBeGreaterThan(0);
    for (const deadline = Date.now() + PATIENCE_MS; inTmp().length > 0 && Date.now() < deadline;) await Bun.sleep(500);
    expect(inTmp()).toEqual([]);
  },
  PATIENCE_MS + 10_000,
);

test.concurrent(
  "two hundred connections that never come to the point are closed, and members notice nothing (O02)",
  async () => {
    let most = 0;
    const meanwhile = async () => {
      const answer = await fetch(`${club.url}/api/posts`, { headers: { cookie: admin.cookie } });
      expect(answer.status).toBe(200);
      most = Math.max(most, openFilesOf(club.pid()));
      await Bun.sleep(250);
    };
    const crowds = await crowdTheClub(club.url, meanwhile, 0.1);
    expect(most).toBeGreaterThan(150);
    expect(crowds.filter(({ closedAfter }) => closedAfter.some((seconds) => seconds === Infinity))).toEqual([]);
  },
  PATIENCE_MS + 20_000,
);
