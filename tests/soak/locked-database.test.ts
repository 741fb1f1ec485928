import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Caller, caller } from "#tests/support/caller.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { holdLock } from "#tests/support/held-lock.ts";
import { signedIn } from "#tests/support/large-upload.ts";

const MB = 1024 * 1024;
const WRITES = 100_000;
const AT_ONCE = 50;
const storageDir = mkdtempSync(join(tmpdir(), "bookclub-locked-"));
let club: RunningClub;
let ada: Caller;
beforeAll(async () => {
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  ada = caller(club.url, (await signedIn(club)).cookie);
}, 30_000);
afterAll(() => rmSync(storageDir, { recursive: true, force: true }));

test("while another process writes for half a minute, no call waits longer than for SQLite's patience, and all is well afterwards (Q06)", async () => {
  const holder = await holdLock(storageDir, 30_000);
  const statuses = new Map<string, number>();
  let longest = 0;
  const timed = async (method: string, path: string, body?: object) => {
    const started = performance.now();
    const { status } = await ada.call(method, path, body);
    longest = Math.max(longest, performance.now() - started);
    statuses.set(`${method} ${status}`, (statuses.get(`${method} ${status}`) ?? 0) + 1);
  };
  while (holder.exitCode === null) {
    await Promise.all([timed("POST", "/api/posts", { content: "Figs" }), timed("GET", "/api/posts?limit=5")]);
    await Bun.sleep(100);
  }
  console.log(
    `Q06: under a lock of 30 s ${JSON.stringify(Object.fromEntries(statuses))}, longest ${longest.toFixed(0)} ms`,
  );
  expect(statuses.get("POST 503")).toBeGreaterThan(2);
  expect([...statuses.keys()].filter((one) => !["GET 200", "POST 201", "POST 503"].includes(one))).toEqual([]);
  // one waits for the write before its own, and then for its own
  expect(longest).toBeLessThan(11_000);
  expect((await ada.call("POST", "/api/posts", { content: "Figs" })).status).toBe(201);
}, 90_000);

test(`under a reader that stays for ${WRITES.toLocaleString("en")} writes the write-ahead log keeps within bounds (Q06)`, async () => {
  const reader = new Database(join(storageDir, "bookclub.db"), { readonly: true });
  const log = () => statSync(join(storageDir, "bookclub.db-wal")).size / MB;
  reader.run("BEGIN");
  const before = reader.query<{ n: number }, []>("SELECT count(*) AS n FROM posts").get()?.n ?? 0;
  let left = WRITES;
  const writer = async () => {
    for (; left > 0; left -= 1)
      expect((await ada.call("POST", "/api/posts", { content: "Bread ".repeat(50) })).status).toBe(201);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
  const seconds = (performance.now() - started) / 1000;
  const largest = log();
  expect(reader.query<{ n: number }, []>("SELECT count(*) AS n FROM posts").get()?.n).toBe(before);
  reader.run("COMMIT");
  reader.close();
  for (let post = 0; post < 20; post += 1) await ada.call("POST", "/api/posts", { content: "Brie" });
  console.log(
    `Q06: ${WRITES} writes in ${seconds.toFixed(0)} s under a reader: log ${largest.toFixed(1)} MiB, ${log().toFixed(1)} MiB when it has gone`,
  );
  expect(log()).toBeLessThanOrEqual(64);
  expect(await club.stop()).toBe(0);
  expect(readdirSync(storageDir).filter((name) => name.startsWith("bookclub.db"))).toEqual(["bookclub.db"]);
}, 300_000);
