import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BENCH_PASSWORD, stockClub } from "#tests/bench/stocked-club.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { rushToSignIn, slowestPercent } from "#tests/support/sign-in-rush.ts";
import { crowdTheClub } from "#tests/support/slow-clients.ts";
import { memoryOf, openFilesOf } from "#tests/support/vitals.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "bookclub-overload-"));
let club: RunningClub;
let stockedClub: Awaited<ReturnType<typeof stockClub>>;
beforeAll(async () => {
  const storageDir = join(folder, "storage");
  stockedClub = await stockClub(storageDir, { members: 400, books: 3, posts: 50 });
  const environment = { LOG_LEVEL: "error", TRUST_PROXY: "127.0.0.1", NIGHTLY_BACKUP: "off" };
  club = await startClub({ storageDir, environment });
}, 300_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([200, 400])(
  "handles %i simultaneous sign-ins or says busy (O01)",
  async (people) => {
    const bytesBefore = memoryOf(club.pid());
    const {
      statusCounts: answers,
      seconds,
      waits,
      failed,
    } = await rushToSignIn({ ...stockedClub, url: club.url }, people, BENCH_PASSWORD);
    const growth = ((memoryOf(club.pid()) - bytesBefore) / MB).toFixed(0);
    const p99 = slowestPercent(waits).toFixed(0);
    console.log(
      `O01: ${people} sign-ins in ${seconds.toFixed(1)} s, by status ${JSON.stringify(answers)}; ${waits.length} reads meanwhile, p99 ${p99} ms, ${failed} failed; ${growth} MiB more`,
    );
    expect(failed).toBe(0);
    // two are being checked and two hundred are queued
    expect(answers[200]).toBeGreaterThanOrEqual(Math.min(people, 202));
    expect((answers[200] ?? 0) + (answers[503] ?? 0)).toBe(people);
  },
  300_000,
);

test("closes 2,200 slow and idle connections (O02)", async () => {
  const filesBefore = openFilesOf(club.pid());
  const responseTimes: number[] = [];
  let peakBytes = 0;
  const share = shareThatFits();
  const readPosts = async () => {
    const startMs = performance.now();
    const response = await fetch(`${club.url}/api/posts`, { headers: { cookie: stockedClub.cookie } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    responseTimes.push(performance.now() - startMs);
    peakBytes = Math.max(peakBytes, openFilesOf(club.pid()));
    await Bun.sleep(100);
  };
  const crowds = await crowdTheClub(club.url, readPosts, share);
  for (const { kind, count, closedAfter } of crowds)
    console.log(`O02: ${count} ${kind}: closed within ${Math.max(...closedAfter).toFixed(0)} s`);
  const p99 = slowestPercent(responseTimes).toFixed(0);
  const openAfter = openFilesOf(club.pid());
  console.log(
    `O02: members waited ${p99} ms at p99; open files ${filesBefore} before, ${peakBytes} at most, ${openAfter} after`,
  );
  expect(peakBytes).toBeGreaterThan(1500 * share);
  expect(crowds.flatMap(({ closedAfter }) => closedAfter).filter((seconds) => seconds > 150)).toEqual([]);
  expect(openAfter).toBeLessThanOrEqual(filesBefore + 5);
}, 300_000);

/** The fraction of connections for which this process has enough file descriptors. */
function shareThatFits(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return Math.min(1, (Number(limit) - 200) / 2500);
}
