import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { stockClub } from "#tests/bench/stocked-club.ts";
import { type ApiClient, apiClient } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";

/** Locks the database for writes from another process for `ms` milliseconds; resolves once it is locked. */
async function lockDatabase(storageDir: string, ms: number) {
  const script = `
    const { Database } = require("bun:sqlite");
    const db = new Database(${JSON.stringify(join(storageDir, "bookclub.db"))});
    db.run("PRAGMA busy_timeout = 5000");
    db.run("BEGIN IMMEDIATE");
    console.log("held");
    setTimeout(() => { db.run("COMMIT"); db.close(); }, ${ms});`;
  const lockProcess = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  await lockProcess.stdout.getReader().read();
  return lockProcess;
}

const MB = 1024 * 1024;
const WRITE_COUNT = 100_000;
/** Concurrent writers. */
const CONCURRENT_WRITERS = 50;
/** Enough that none reaches the limit of 100 posts a minute. */
const MEMBER_COUNT = 2400;
/** Not a multiple of ten, because each tenth write is a post. */
const LISTENER_COUNT = 51;
/** A kilobyte per write; simultaneous writes share pages. */
const LOG_MAX_MIB = 96;
const storageDir = mkdtempSync(join(tmpdir(), "bookclub-locked-"));
let club: RunningClub;
let members: ApiClient[];
let bookId: number;
const memberAt = (turn = 0) => members[turn % MEMBER_COUNT] ?? apiClient(club.url);
beforeAll(async () => {
  const stockedClub = await stockClub(storageDir, { members: MEMBER_COUNT, books: 1, posts: 0 });
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  members = stockedClub.cookies.map((cookie) => apiClient(club.url, cookie));
  bookId = stockedClub.bookId;
}, 300_000);
afterAll(() => rmSync(storageDir, { recursive: true, force: true }));

test("waits for another process's one-second lock (Q06)", async () => {
  const lockProcess = await lockDatabase(storageDir, 1000);
  expect((await memberAt().call("POST", "/api/posts", { content: "Olives" })).status).toBe(201);
  await lockProcess.exited;
});

test("returns 503 during a half-minute lock, then works (Q06)", async () => {
  const lockProcess = await lockDatabase(storageDir, 30_000);
  const statuses = new Map<string, number>();
  let longestMs = 0;
  const timeCall = async (method: string, path: string, body?: object) => {
    const startMs = performance.now();
    const response = await memberAt().call(method, path, body);
    const { status } = response;
    longestMs = Math.max(longestMs, performance.now() - startMs);
    if (status === 503) {
      expect(response.headers.get("retry-after")).toBe("5");
      expect((await response.json()).message).toContain("Please try again");
    }
    statuses.set(`${method} ${status}`, (statuses.get(`${method} ${status}`) ?? 0) + 1);
  };
  while (lockProcess.exitCode === null) {
    await Promise.all([timeCall("POST", "/api/posts", { content: "Figs" }), timeCall("GET", "/api/posts?limit=5")]);
    await Bun.sleep(100);
  }
  console.log(
    `Q06: under a lock of 30 s ${JSON.stringify(Object.fromEntries(statuses))}, longest ${longestMs.toFixed(0)} ms`,
  );
  expect(statuses.get("POST 503")).toBeGreaterThan(2);
  expect([...statuses.keys()].filter((one) => !["GET 200", "POST 201", "POST 503"].includes(one))).toEqual([]);
  // one waits for a job's write, an earlier write, and then its own
  expect(longestMs).toBeLessThan(16_000);
  expect((await memberAt().call("POST", "/api/posts", { content: "Figs" })).status).toBe(201);
}, 300_000);

/** Seconds of a book since the start: a jump would also write to its history. */
const playedSeconds = () => Math.floor(performance.now() / 1000);

/** The writes of members. */
const WRITERS = [
  {
    words: "posts of a line",
    write: (turn: number) => memberAt(turn).call("POST", "/api/posts", { content: "I bring brie and a bottle of red" }),
  },
  {
    words: `saves of ${LISTENER_COUNT} listeners' places, and a long post with each tenth`,
    write: (turn: number) =>
      turn % 10 === 0
        ? memberAt(turn / 10).call("POST", "/api/posts", { content: "Bread ".repeat(50) })
        : memberAt(turn % LISTENER_COUNT).call("POST", "/api/audiobook-progress", {
            bookId,
            currentTime: playedSeconds(),
            chapter: 0,
          }),
  },
];
test.each(WRITERS)(
  `limits the WAL to ${LOG_MAX_MIB} MiB in ${WRITE_COUNT.toLocaleString("en")} $words (Q06)`,
  async ({ words, write }) => {
    const reader = new Database(join(storageDir, "bookclub.db"), { readonly: true });
    // the second write restarts the log of an earlier reader
    for (let post = 0; post < 2; post += 1) await memberAt().call("POST", "/api/posts", { content: "Brie" });
    reader.run("BEGIN");
    const count = () => reader.query<{ n: number }, []>("SELECT count(*) AS n FROM posts").get()?.n;
    const countBefore = count();
    let turn = 0;
    const writer = async () => {
      while (turn < WRITE_COUNT) expect((await write((turn += 1))).ok).toBe(true);
    };
    const startMs = performance.now();
    await Promise.all(Array.from({ length: CONCURRENT_WRITERS }, writer));
    const seconds = (performance.now() - startMs) / 1000;
    const largestMb = statSync(join(storageDir, "bookclub.db-wal")).size / MB;
    expect(count()).toBe(countBefore);
    reader.run("COMMIT");
    reader.close();
    console.log(
      `Q06: ${WRITE_COUNT} ${words} in ${seconds.toFixed(0)} s under a reader: log ${largestMb.toFixed(1)} MiB`,
    );
    expect(largestMb).toBeLessThanOrEqual(LOG_MAX_MIB);
  },
  300_000,
);

test("leaves a single database file when stopped", async () => {
  expect(await club.stop()).toBe(0);
  expect(readdirSync(storageDir).filter((name) => name.startsWith("bookclub.db"))).toEqual(["bookclub.db"]);
});
