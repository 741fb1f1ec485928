import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase, openDatabase } from "#db/open.ts";
import { inspectAudio } from "#server/books/inspect/audio.ts";
import { isGone } from "#tests/support/child-processes.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { everyHash } from "#tests/support/machine.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { findStoredAudio, storeOldAudio } from "#tests/support/old-audio.ts";
import { makeOldClub, RELEASED_SCHEMAS } from "#tests/support/old-club.ts";
import { until } from "#tests/support/poll-until.ts";
import { canInject, injectError } from "#tests/support/strace.ts";

/** Some megabytes without a seek table. */
const AUDIO_SECONDS = 1200;
const OLD_AUDIO = mp3({ title: "Emma", seconds: AUDIO_SECONDS });
const AUDIO_FRAMES = mp3({ tagged: false, seconds: AUDIO_SECONDS });
const PAUSE_MS = 2000;

let folder: string;
let storage: string;
let club: RunningClub | null = null;
let bookId: number;
let oldPath: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-old-"));
  storage = join(folder, "storage");
});
afterEach(async () => {
  await club?.stop();
  club = null;
  rmSync(folder, { recursive: true, force: true });
});

/** A club of 1.0.0 whose first book has an MP3 in that version's format. */
function storeOld(): void {
  makeOldClub({ storage }, RELEASED_SCHEMAS["1.0.0"]);
  const db = openDatabase(join(storage, "bookclub.db"));
  bookId = db.query<{ id: number }, []>("SELECT min(id) AS id FROM books").get()?.id ?? 0;
  oldPath = storeOldAudio(storage, db, bookId, OLD_AUDIO);
  closeDatabase(db);
}

function findStored() {
  const db = new Database(join(storage, "bookclub.db"), { readonly: true });
  try {
    return findStoredAudio(db, bookId);
  } finally {
    db.close();
  }
}

const start = async () => (club = await startClub({ storageDir: storage, environment: { LOG_LEVEL: "info" } }));
const untilRepaired = () => until(() => findStored().path !== oldPath);

async function expectIntact(isRepaired: boolean): Promise<void> {
  const { path, sha256 } = findStored();
  expect(path !== oldPath).toBe(isRepaired);
  const hashes = await everyHash(storage);
  expect(hashes[path]).toBe(sha256);
  expect((await inspectAudio(join(storage, path), "mp3")).seekTable === undefined).toBe(isRepaired);
  expect(readFileSync(join(storage, path)).subarray(-AUDIO_FRAMES.length).equals(AUDIO_FRAMES)).toBe(true);
}

test("adds a seek table to 1.0.0's MP3, and keeps the old a day", async () => {
  storeOld();
  await start();
  await untilRepaired();
  await expectIntact(true);
  expect((await everyHash(storage))[oldPath]).toBeString();
  expect((await club?.run(["verify"]))?.exitCode).toBe(0);
}, 300_000);

describe.skipIf(!canInject)(
  "killed at a later step each time, the repair leaves a complete file and continues at the next start",
  () => {
    test.each(["fsync,fdatasync", "rename,renameat,renameat2", "pwrite64,pwritev,write,writev", "utimensat"])(
      "at each %s",
      async (calls) => {
        storeOld();
        let killCount = 0;
        for (let nth = 1; findStored().path === oldPath; nth = calls.includes("write") ? nth * 2 : nth + 1) {
          const server = await start();
          const error = await injectError(server.pid(), `${calls}:signal=KILL:when=${nth}`, { threads: true });
          const pid = server.pid();
          await until(() => findStored().path !== oldPath || isGone(pid));
          // the day for which the old file stays begins after the row is written
          if (calls === "utimensat") await until(() => isGone(pid), Boolean, PAUSE_MS).catch(() => null);
          if (isGone(pid)) killCount += 1;
          await error.end();
          await server.kill();
          await expectIntact(findStored().path !== oldPath);
        }
        expect(killCount).toBeGreaterThan(0);
        await start();
        await until(() => readdirSync(join(storage, "tmp")).length === 0);
        await expectIntact(true);
      },
      900_000,
    );
  },
);

const canMount = () => {
  mkdirSync(storage, { recursive: true });
  return (
    process.getuid?.() === 0 &&
    Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", storage], { stderr: "ignore" }).exitCode === 0
  );
};

test("keeps the old file on a full disk, and adds it later", async () => {
  if (!canMount()) return;
  try {
    storeOld();
    const server = await start();
    await until(() => server.output().includes("repairing the seek table failed"));
    await expectIntact(false);
    await server.stop();
    Bun.spawnSync(["mount", "-o", "remount,size=200m", storage]);
    await start();
    await untilRepaired();
    await expectIntact(true);
    await club?.stop();
    club = null;
  } finally {
    Bun.spawnSync(["umount", storage]);
  }
}, 300_000);
