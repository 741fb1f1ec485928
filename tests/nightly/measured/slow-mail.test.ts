import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase } from "#db/open.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { announce } from "#server/mail/announcements.ts";
import { openStorage } from "#server/storage/folder.ts";
import { median } from "#tests/bench/row.ts";
import { endedWithTests } from "#tests/support/ended-with-tests.ts";
import { memberRow } from "#tests/support/member-row.ts";
import { startSmtpServer } from "#tests/support/smtp-server.ts";
import { until } from "#tests/support/until.ts";
import { memoryOf, processorTimeOf } from "#tests/support/vitals.ts";

import { freePort } from "../../../scripts/free-port.ts";

const MB = 1024 * 1024;
const MEMBERS = 500;
const MESSAGES = 200;
/** How many of the 100,000 are waited for; `NIGHTLY_MAILS=100000` takes all. */
const MAILS = Number(Bun.env["NIGHTLY_MAILS"] ?? 10_000);
/** The server thinks so long about each mail, and now and then as long as greylisting servers do. */
const SLOW_MS = 2;
const LATE_MS = 3000;
const LATE_EVERY = 5000;
/** Memory when the first thousand has gone out is what sending takes; it may not grow from there. */
const WARM = 1000;
const MOST_GROWTH = 48 * MB;
const LONGEST_ANSWER_MS = 500;

test(`while ${MAILS} of 100,000 waiting mails go to a slow server, memory stays level and the event loop free`, async () => {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-slow-mail-"));
  const smtp = await startSmtpServer();
  fill(storageDir, smtp.environment);
  const sent = new Set<string>();
  let all = 0;
  smtp.watch(() => {
    const { to = "", raw = "" } = smtp.taken.pop() ?? {};
    smtp.commands.length = 0;
    all += 1;
    sent.add(`${to} ${/^Subject: (.*)$/m.exec(raw)?.[1]}`);
    smtp.fail({ at: "end", waitMs: all % LATE_EVERY === 0 ? LATE_MS : SLOW_MS });
  });
  const start = performance.now();
  const port = await freePort();
  const server = endedWithTests(
    Bun.spawn([process.execPath, "src/server/main.ts", "serve"], {
      env: {
        PATH: Bun.env["PATH"] ?? "",
        ...smtp.environment,
        PUBLIC_URL: "",
        PORT: String(port),
        STORAGE_DIR: storageDir,
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "ignore", "ignore"],
    }),
  );
  const ask = () => fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
  await until(async () => (await ask())?.ok === true);
  const memory: number[] = [];
  let [longest, calls, faults] = [0, 0, 0];
  const isDone = () => all >= MAILS;
  while (!isDone()) {
    const [asked, before] = [performance.now(), processorTimeOf(server.pid)];
    const answer = await ask();
    // on a busy machine, the clock counts what others do
    longest = Math.max(longest, Math.min(performance.now() - asked, processorTimeOf(server.pid) - before));
    calls += 1;
    if (answer?.status !== 200) faults += 1;
    if (all > WARM) memory.push(memoryOf(server.pid));
    await Bun.sleep(100);
  }
  const seconds = (performance.now() - start) / 1000;
  server.kill("SIGTERM");
  expect(await server.exited).toBe(0);
  const parts = Array.from({ length: 5 }, (_, at) => median(memory.slice(...fifth(memory.length, at))));
  const written = parts.map((bytes) => Math.round(bytes / MB)).join(", ");
  console.log(
    `${all} mails in ${Math.round(seconds)} s: ${written} MB; ${calls} calls, the longest ${Math.round(longest)} ms`,
  );
  expect([faults, all - sent.size]).toEqual([0, 0]);
  expect((parts.at(-1) ?? 0) - (parts[0] ?? 0)).toBeLessThan(MOST_GROWTH);
  expect(longest).toBeLessThan(LONGEST_ANSWER_MS);
  smtp.close();
  rmSync(storageDir, { recursive: true, force: true });
}, 3_600_000);

/** Five hundred members, each with two hundred announcements to get. */
function fill(storageDir: string, environment: Record<string, string>): void {
  const db = openStorage(storageDir);
  const deps = createDeps(readConfig({ ...environment, STORAGE_DIR: storageDir, LOG_LEVEL: "error" }), db);
  const now = new Date().toISOString();
  deps.stores.email.enable(true, now);
  deps.stores.transaction(() => {
    for (let at = 0; at < MEMBERS; at += 1) deps.stores.users.insert(memberRow(`m${at}`, now));
    for (let at = 0; at < MESSAGES; at += 1) {
      const message = `Message ${at}. ${"Bring a chair and a friend. ".repeat(40)}`;
      announce(deps, { subject: `News ${at}`, message }, OPERATOR);
    }
  });
  closeDatabase(db);
}

const fifth = (length: number, at: number) => [Math.floor((length * at) / 5), Math.floor((length * (at + 1)) / 5)];
