import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { median } from "#tests/bench/row.ts";
import { stockClub } from "#tests/bench/stocked-club.ts";
import { startClub } from "#tests/support/executable.ts";

const PAIRS = 100;

test("the time of a sign-in does not tell whether a name exists (A02)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-time-"));
  const storageDir = join(folder, "storage");
  await stockClub(storageDir, { members: PAIRS, books: 1, posts: 0 });
  const club = await startClub({ storageDir, environment: { LOG_LEVEL: "error", TRUST_PROXY: "127.0.0.1" } });
  /** Each try from an address of its own: the limit of sign-ins is not what is measured. */
  const time = async (username: string, address: string) => {
    const started = performance.now();
    const answer = await fetch(`${club.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ username, password: "not the password" }),
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(401);
    return performance.now() - started;
  };
  try {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let pair = -5; pair < PAIRS; pair += 1) {
      const index = Math.abs(pair);
      const one = await time(`member${index}`, `198.51.100.${index}`);
      const other = await time(`nobody${index}`, `203.0.113.${index}`);
      if (pair < 0) continue;
      known.push(one);
      unknown.push(other);
    }
    const between = median(known.map((one, index) => one - (unknown[index] ?? 0)));
    console.log(
      `A02: ${2 * PAIRS} sign-ins, medians: known ${median(known).toFixed(1)} ms, unknown ${median(unknown).toFixed(1)} ms; within a pair ${between.toFixed(2)} ms apart`,
    );
    expect(Math.abs(between)).toBeLessThan(5);
  } finally {
    await club.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
