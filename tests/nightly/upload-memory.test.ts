import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";

const MB = 1024 * 1024;
const LIMIT_BYTES = 512 * MB;
const MEMORY_CGROUP = "/sys/fs/cgroup/memory";
const groupFolder = join(MEMORY_CGROUP, `bookclub-test-${process.pid}`);
const isPossible = process.getuid?.() === 0 && existsSync(join(MEMORY_CGROUP, "memory.limit_in_bytes"));
if (!isPossible) console.log("skipped: a memory limit needs root and control groups of the first version");

let club: RunningClub;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  if (!isPossible) return;
  mkdirSync(groupFolder);
  writeFileSync(join(groupFolder, "memory.limit_in_bytes"), String(LIMIT_BYTES));
  writeFileSync(join(groupFolder, "cgroup.procs"), String(club.pid()));
}, 300_000);
afterAll(async () => {
  await club.stop();
  if (isPossible) rmdirSync(groupFolder);
});

const status = (name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${club.pid()}/status`, "utf8"))?.[1]) * 1024;

test.skipIf(!isPossible)(
  "passes two 1 GiB uploads in 512 MB, below 200 MB (U01)",
  async () => {
    const admin = await signedIn(club);
    expect((await sendRaw(admin, largeAudiobook(5 * MB))).status).toBe(201);
    const idleBytes = status("VmRSS");
    const pid = club.pid();
    const books = [largeAudiobook(1024 * MB, "First"), largeAudiobook(1024 * MB, "Second")];
    let peakBytes = idleBytes;
    const timer = setInterval(() => (peakBytes = Math.max(peakBytes, status("VmRSS"))), 20);
    const startMs = performance.now();
    const answers = await Promise.all(books.map((book) => sendRaw(admin, book)));
    const seconds = (performance.now() - startMs) / 1000;
    clearInterval(timer);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(club.pid()).toBe(pid);

    const storedHash = new Bun.CryptoHasher("sha256");
    const download = await fetch(`${club.url}/api/download/audiobook/${admin.bookId}`, {
      headers: { cookie: admin.cookie },
    });
    for await (const chunk of download.body ?? []) storedHash.update(chunk);
    expect(books.map((book) => book.sha256())).toContain(storedHash.digest("hex"));
    console.log(
      `idle ${(idleBytes / MB).toFixed(0)} MiB, at most ${(peakBytes / MB).toFixed(0)} MiB; 2 GiB in ${seconds.toFixed(1)} s`,
    );
    expect(peakBytes).toBeLessThan(200 * MB);
  },
  1_800_000,
);
