import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";

import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";

import { inFolder } from "./compiled.ts";
import { listen, LISTENERS, type Save, startFilled } from "./listeners.ts";
import { mebibytes } from "./row.ts";

const UPLOAD_BYTES = 300 * 2 ** 20;
const CLIENTS = 8;
const RATE_MS = 5000;
const COMMITS_MS = 2000;
const BUDGET_MS = 50;

/** Listeners who save every three seconds during an upload (L04), then as many saves as possible. */
export const savesBench = inFolder(async (folder) => {
  const storage = join(folder, "storage");
  const commits = commitsPerSecond(join(folder, "bare.db"));
  const club = await startFilled(storage);
  const upload = sendRaw(club.target, largeAudiobook(UPLOAD_BYTES));
  const log = watchSize(join(storage, "bookclub.db-wal"));
  const { p99, longest, failed, busy } = await listen(club.cookies, club.save);
  const largestLog = log.stop();
  await upload;
  const rate = await hurry(club.cookies.slice(0, CLIENTS), club.save);
  await club.stop();
  return [
    {
      what: `${LISTENERS} listeners saving every 3 s during an upload, p99`,
      club: `${p99.toFixed(1)} ms, ${failed} failed, ${busy} SQLITE_BUSY`,
      compared: `the longest ${longest.toFixed(1)} ms`,
      budget: "≤ 50 ms, 0 failed, 0 SQLITE_BUSY",
      holds: p99 <= BUDGET_MS && failed === 0 && busy === 0,
    },
    {
      what: "largest write-ahead log meanwhile",
      club: mebibytes(largestLog),
      compared: "checkpoints start at 4 MiB",
      budget: "< 16 MiB",
      holds: largestLog < 16 * 2 ** 20,
    },
    {
      what: `progress saves, ${CLIENTS} clients`,
      club: `${rate.toFixed(0)}/s`,
      compared: `bare SQLite commits: ${commits.toFixed(0)}/s`,
      budget: "≥ 4,000 or 0.8 × disk commits",
      holds: rate >= 4000 || rate >= commits * 0.8,
    },
  ];
});

/** The disk's limit: transactions of one row per second. */
function commitsPerSecond(path: string): number {
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("CREATE TABLE place (position INTEGER)");
  db.run("INSERT INTO place VALUES (0)");
  const update = db.query("UPDATE place SET position = position + 1");
  const started = performance.now();
  let commits = 0;
  for (; performance.now() < started + COMMITS_MS; commits++) update.run();
  db.close();
  return commits / (COMMITS_MS / 1000);
}

/** Checks a file's size ten times a second. `stop` returns the largest, in bytes. */
function watchSize(path: string) {
  let largest = 0;
  const timer = setInterval(() => {
    largest = Math.max(largest, statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  }, 100);
  return {
    stop: () => {
      clearInterval(timer);
      return largest;
    },
  };
}

async function hurry(cookies: string[], save: Save): Promise<number> {
  const deadline = performance.now() + RATE_MS;
  let saved = 0;
  const one = async (cookie: string) => {
    for (let at = 100; performance.now() < deadline; at += 3) {
      const answer = await save(cookie, at);
      await answer.arrayBuffer();
      if (answer.ok) saved += 1;
    }
  };
  await Promise.all(cookies.map(one));
  return saved / (RATE_MS / 1000);
}
