import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { processorMs } from "#tests/bench/load.ts";
import { median } from "#tests/bench/row.ts";
import { stockClub } from "#tests/bench/stocked-club.ts";
import { startClub } from "#tests/support/executable.ts";

const PAIRS = 100;

type Time = { clock: number; processor: number };

test("the time of a sign-in does not tell whether a name exists (A02)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-time-"));
  const storageDir = join(folder, "storage");
  await stockClub(storageDir, { members: PAIRS, books: 1, posts: 0 });
  const club = await startClub({ storageDir, environment: { LOG_LEVEL: "error", TRUST_PROXY: "127.0.0.1" } });
  /** Each try from an address of its own: the limit of sign-ins is not what is measured. */
  const time = async (username: string, address: string) => {
    const [started, used] = [performance.now(), processorMs(club.pid())];
    const answer = await fetch(`${club.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ username, password: "not the password" }),
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(401);
    return { clock: performance.now() - started, processor: processorMs(club.pid()) - used };
  };
  try {
    const [known, unknown]: Time[][] = [[], []];
    for (let pair = -5; pair < PAIRS; pair += 1) {
      const index = Math.abs(pair);
      const one = await time(`member${index}`, `198.51.100.${index}`);
      const other = await time(`nobody${index}`, `203.0.113.${index}`);
      if (pair < 0) continue;
      known?.push(one);
      unknown?.push(other);
    }
    const medians = (of: keyof Time) => [known, unknown].map((times = []) => median(times.map((time) => time[of])));
    const [clock, processor] = [medians("clock"), medians("processor")];
    const show = ([one = 0, other = 0]: number[]) => `known ${one.toFixed(1)} ms, unknown ${other.toFixed(1)} ms`;
    console.log(`A02: ${2 * PAIRS} sign-ins, medians: ${show(clock)}; of the processor: ${show(processor)}`);
    // the clock of a busy machine tells more of the others on it
    const [one = 0, other = 0] = processor;
    expect(one).toBeGreaterThan(5);
    expect(Math.abs(one - other)).toBeLessThan(5);
  } finally {
    await club.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
