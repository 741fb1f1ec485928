import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BENCH_PASSWORD, stockClub } from "#tests/bench/stocked-club.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { rushToSignIn } from "#tests/support/sign-in-rush.ts";

const MEMBER_COUNT = 60;
const folder = mkdtempSync(join(tmpdir(), "bookclub-rush-"));
let club: RunningClub;
let stockedClub: Awaited<ReturnType<typeof stockClub>>;
beforeAll(async () => {
  const storageDir = join(folder, "storage");
  stockedClub = await stockClub(storageDir, { members: MEMBER_COUNT, books: 1, posts: 5 });
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "error", TRUST_PROXY: "127.0.0.1" } });
}, 300_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("handles sixty sign-ins, and reads in the meantime (O01)", async () => {
  const rush = await rushToSignIn({ ...stockedClub, url: club.url }, MEMBER_COUNT, BENCH_PASSWORD);
  expect(rush.statusCounts).toEqual({ 200: MEMBER_COUNT });
  expect(rush.waits.length).toBeGreaterThan(20);
  expect(rush.failed).toBe(0);
}, 300_000);
