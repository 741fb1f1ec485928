import { expect, test } from "bun:test";

import { startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { memoryOf, openFilesOf } from "#tests/support/vitals.ts";

import { sendMutated } from "./raw-requests.ts";

const MB = 1024 * 1024;
/** The full plan: `NIGHTLY_REQUESTS=100000`. */
const REQUESTS = Number(Bun.env["NIGHTLY_REQUESTS"] ?? 10_000);

test(
  `${REQUESTS.toLocaleString("en")} mutated requests over raw sockets leave the club alive, and none fails on our side (Z02)`,
  async () => {
    const club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
    try {
      const admin = await signedIn(club);
      await sendRaw(admin, largeAudiobook(100_000));
      const pid = club.pid();
      await sendMutated(admin, 500, 1);
      const [memory, files] = [memoryOf(pid), openFilesOf(pid)];
      const seed = Math.floor(Math.random() * 1e9);
      const { requests, statuses, faults } = await sendMutated(admin, REQUESTS, seed);
      const more = (memoryOf(pid) - memory) / MB;
      console.log(
        `Z02: ${requests} requests with seed ${seed}, by status ${JSON.stringify(statuses)} (0: closed without an answer); memory ${(memory / MB).toFixed(0)} MiB, ${more.toFixed(1)} MiB more afterwards`,
      );
      expect(faults).toEqual([]);
      expect(club.pid()).toBe(pid);
      expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
      for (let wait = 0; openFilesOf(pid) > files + 5 && wait < 150; wait += 1) await Bun.sleep(1000);
      expect(openFilesOf(pid)).toBeLessThanOrEqual(files + 5);
      expect(more).toBeLessThan(64);
    } finally {
      await club.stop();
    }
  },
  200_000 + REQUESTS * 20,
);
