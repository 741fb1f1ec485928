import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";
import { rushToSignIn, slowestPercent } from "#tests/support/sign-in-rush.ts";

import { inFolder, startServer } from "./compiled.ts";
import { median, spread } from "./row.ts";
import { BENCH_PASSWORD, stockClub } from "./stocked-club.ts";

const PEOPLE = 200;
const ROUNDS = 5;

/** How long readers wait while two hundred others sign in at the same moment. */
export const overloadBench = inFolder(async (folder) => {
  const storage = join(folder, "storage");
  const stocked = await stockClub(storage, { members: PEOPLE, books: 3, posts: 50 });
  const club = await startServer(await executable(), {
    STORAGE_DIR: storage,
    TRUST_PROXY: "127.0.0.1",
    NIGHTLY_BACKUP: "off",
  });
  try {
    const slowest: number[] = [];
    const rates: number[] = [];
    let failed = 0;
    for (let round = -1; round < ROUNDS; round += 1) {
      const rush = await rushToSignIn({ ...stocked, url: club.url }, PEOPLE, BENCH_PASSWORD);
      if (round < 0) continue;
      slowest.push(slowestPercent(rush.waits));
      rates.push((rush.answers[200] ?? 0) / rush.seconds);
      failed += rush.failed + PEOPLE - (rush.answers[200] ?? 0) - (rush.answers[503] ?? 0);
    }
    return [
      {
        what: `${PEOPLE} sign-ins at once: p99 of 20 readers`,
        club: `${spread(slowest)} ms, ${failed} failed`,
        compared: `${spread(rates)} sign-ins a second`,
        budget: "< 300 ms, 0 failed",
        holds: median(slowest) < 300 && failed === 0,
      },
    ];
  } finally {
    await club.stop();
  }
});
