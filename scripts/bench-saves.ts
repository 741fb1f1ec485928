import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase } from "#db/open.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { startSession } from "#server/services/sessions.ts";
import { openStorage } from "#server/storage.ts";
import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";

import { freePort } from "./free-port.ts";

const LISTENERS = 50;
const EVERY_MS = 3000;
const ROUNDS = 10;
const UPLOAD_BYTES = 300 * 2 ** 20;
const CLIENTS = 8;
const RATE_MS = 5000;

/** `p99` and `longest` in milliseconds beside an upload; `rate` in saves a second with 8 clients and nothing else. */
export type Saves = { p99: number; longest: number; failed: number; rate: number };

/** Listeners who save every three seconds on the compiled club while an admin uploads, and then as fast as it can. */
export async function measureSaves(program: string): Promise<Saves> {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-saves-"));
  const { cookies, admin, bookId } = fill(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = Bun.spawn([program], {
    env: { PORT: String(port), STORAGE_DIR: folder, LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error("The club did not start");
      await Bun.sleep(10);
    }
    const save = (cookie: string, currentTime: number) =>
      fetch(`${url}/api/audiobook-progress`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ bookId, currentTime, chapter: 0 }),
      });
    const upload = sendRaw({ url, cookie: admin, bookId }, largeAudiobook(UPLOAD_BYTES));
    const beside = await listen(cookies, save);
    await upload;
    return { ...beside, rate: await hurry(cookies.slice(0, CLIENTS), save) };
  } finally {
    child.kill("SIGTERM");
    await child.exited;
    rmSync(folder, { recursive: true });
  }
}

type Save = (cookie: string, currentTime: number) => Promise<Response>;

/** Members with a session each, and a book. Passwords play no part: hashing them would take longer than the rest. */
function fill(storageDir: string) {
  const config = readConfig({ STORAGE_DIR: storageDir });
  const db = openStorage(storageDir);
  const deps = createDeps(config, db);
  const createdAt = new Date().toISOString();
  const join = (name: string, isAdmin: boolean) => {
    const email = `${name}@example.org`;
    const names = { username: name, usernameKey: name, displayName: name, email, emailKey: email };
    const id = deps.stores.users.insert({ ...names, isAdmin, passwordHash: "", invitationId: null, createdAt });
    return `session=${startSession(deps, id, "Benchmark")}`;
  };
  const admin = join("ada", true);
  const cookies = Array.from({ length: LISTENERS }, (_, number) => join(`member${number}`, false));
  const month = createdAt.slice(0, 7);
  const { id: bookId } = deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month }, createdAt);
  closeDatabase(db);
  return { cookies, admin, bookId };
}

async function listen(cookies: string[], save: Save) {
  const times: number[] = [];
  let failed = 0;
  const one = async (cookie: string, index: number) => {
    await Bun.sleep((index * EVERY_MS) / LISTENERS);
    for (let round = 1; round <= ROUNDS; round++) {
      const started = performance.now();
      const answer = await save(cookie, round * 3);
      await answer.arrayBuffer();
      times.push(performance.now() - started);
      if (!answer.ok) failed += 1;
      await Bun.sleep(Math.max(0, EVERY_MS - (performance.now() - started)));
    }
  };
  await Promise.all(cookies.map(one));
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longest: sorted.at(-1) ?? 0, failed };
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
