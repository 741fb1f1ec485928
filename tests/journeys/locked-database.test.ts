import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { holdLock } from "#tests/support/held-lock.ts";
import { signedIn } from "#tests/support/large-upload.ts";

const MB = 1024 * 1024;
const storageDir = mkdtempSync(join(tmpdir(), "bookclub-locked-"));
let club: RunningClub;
let cookie: string;
beforeAll(async () => {
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "error" } });
  ({ cookie } = await signedIn(club));
}, 30_000);
afterAll(() => rmSync(storageDir, { recursive: true, force: true }));

const post = (content: string) =>
  fetch(`${club.url}/api/posts`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ content }),
  });

test("while another process writes for a second, members wait a moment and succeed (Q06)", async () => {
  const holder = await holdLock(storageDir, 1000);
  expect((await post("Olives")).status).toBe(201);
  await holder.exited;
});

test("while another process writes for long, members are told to try again, and nothing is lost (Q06)", async () => {
  const holder = await holdLock(storageDir, 9000);
  const refused = await post("Cheese");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect((await refused.json()).message).toContain("Please try again");
  await holder.exited;
  expect((await post("Cheese")).status).toBe(201);
}, 30_000);

test("a reader that stays for long keeps the write-ahead log within bounds, and a stop leaves one file (Q06)", async () => {
  const reader = new Database(join(storageDir, "bookclub.db"), { readonly: true });
  reader.run("BEGIN");
  const before = reader.query<{ n: number }, []>("SELECT count(*) AS n FROM posts").get()?.n ?? 0;
  for (let round = 0; round < 40; round += 1)
    expect((await Promise.all(Array.from({ length: 50 }, () => post("Bread ".repeat(50))))).every(({ ok }) => ok)).toBe(
      true,
    );
  expect(reader.query<{ n: number }, []>("SELECT count(*) AS n FROM posts").get()?.n).toBe(before);
  const wal = statSync(join(storageDir, "bookclub.db-wal")).size;
  console.log(`write-ahead log after 2,000 writes under a reader: ${(wal / MB).toFixed(1)} MiB`);
  expect(wal).toBeLessThan(64 * MB);
  reader.run("COMMIT");
  reader.close();
  expect(await club.stop()).toBe(0);
  expect(readdirSync(storageDir).filter((name) => name.startsWith("bookclub.db"))).toEqual(["bookclub.db"]);
}, 60_000);
