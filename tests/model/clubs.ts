import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import { createPasswords } from "#server/adapters/passwords.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { createHandler } from "#server/handler.ts";
import { createAdmin } from "#server/members/accounts.ts";
import { cookiesOf } from "#tests/support/club.ts";
import { startClub } from "#tests/support/executable.ts";

import { PASSWORDS } from "./members.ts";
import type { Answer } from "./random-request.ts";
import { type ModelClub, STARTS_AT } from "./run.ts";

const ADA = { username: "ada", email: "ada@example.org", password: PASSWORDS[0] };
const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** In this process, with its own database; a restart reopens it with empty caches. */
export async function openInProcess(): Promise<ModelClub> {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-model-"));
  const config = readConfig({ STORAGE_DIR: storageDir, TEAM_AVATAR_URL: "local", CLUB_TIME_ZONE: "UTC" });
  let time = STARTS_AT;
  const start = () => {
    const db = openDatabase(join(storageDir, "bookclub.db"));
    migrate(db, null);
    // power is never cut here
    db.run("PRAGMA synchronous = OFF");
    const passwords = createPasswords(log, { memoryCost: 8, timeCost: 1 });
    const deps = createDeps(config, db, { clock: { now: () => new Date(time) }, log, passwords });
    return { db, deps, handler: createHandler(deps, { fetch: () => new Response("page") }) };
  };
  let running = start();
  await createAdmin(running.deps, ADA);
  const call = async (cookie: string, method: string, path: string, body?: unknown) =>
    answerOf(await running.handler.fetch(requestOf("http://localhost", { cookie, method, path, body })));
  return {
    call,
    setTime: (now) => void (time = now),
    restart: async () => {
      running.db.close();
      running = start();
    },
    ada: await call("", "POST", "/api/auth/login", ADA),
    end: async () => {
      running.db.close();
      rmSync(storageDir, { recursive: true });
    },
  };
}

/** Debian's libfaketime, if installed: the one for threaded programs. */
export const faketime = [...new Bun.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1").scanSync({ onlyFiles: false })][0];

/** The executable with a fake clock; a restart kills it first. */
export async function openExecutable(): Promise<ModelClub> {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-model-"));
  const clock = join(folder, "clock");
  const setTime = (now: number) => {
    writeFileSync(`${clock}-next`, `${new Date(now).toISOString().replace("T", " ").slice(0, 19)}\n`);
    renameSync(`${clock}-next`, clock);
  };
  setTime(STARTS_AT);
  const club = await startClub({
    storageDir: join(folder, "storage"),
    environment: {
      LD_PRELOAD: faketime ?? "",
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      TZ: "UTC",
      CLUB_TIME_ZONE: "UTC",
      NIGHTLY_BACKUP: "off",
      LOG_LEVEL: "warn",
    },
  });
  await club.makeAdmin(ADA.username, ADA.password);
  const call = async (cookie: string, method: string, path: string, body?: unknown) =>
    answerOf(await fetch(requestOf(club.url, { cookie, method, path, body })));
  return {
    call,
    setTime,
    restart: async () => {
      await club.kill();
      await club.restart();
    },
    ada: await call("", "POST", "/api/auth/login", ADA),
    end: async () => {
      await club.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

type Call = { cookie: string; method: string; path: string; body: unknown };

function requestOf(origin: string, { cookie, method, path, body }: Call): Request {
  const headers = { ...(cookie && { cookie }), ...(body !== undefined && { "content-type": "application/json" }) };
  return new Request(origin + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const body = response.headers.get("content-type")?.includes("json") && text ? JSON.parse(text) : {};
  return { status: response.status, body, text, cookie: cookiesOf(response) };
}
