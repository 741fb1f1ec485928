import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";

const MB = 1024 * 1024;

test("asked to stop while an upload hangs, it waits for half a minute and no longer, and closes the database (O06)", async () => {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-stopping-"));
  const club = await startClub({ storageDir, environment: { LOG_LEVEL: "error" } });
  try {
    const admin = await signedIn(club);
    const hanging = sendRaw(admin, largeAudiobook(20 * MB), { stopAt: MB, how: "stall" });
    await Bun.sleep(500);
    const started = performance.now();
    expect(await club.stop()).toBe(0);
    const seconds = (performance.now() - started) / 1000;
    console.log(`O06: stopped ${seconds.toFixed(1)} s after it was asked, with an upload that hung`);
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThan(40);
    expect(existsSync(join(storageDir, "bookclub.db-wal"))).toBe(false);
    expect((await hanging).status).toBe(0);
  } finally {
    rmSync(storageDir, { recursive: true, force: true });
  }
}, 90_000);
