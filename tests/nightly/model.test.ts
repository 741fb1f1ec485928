import { expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { addDays } from "date-fns";
import * as fc from "fast-check";

import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import { createPasswords } from "#server/adapters/passwords.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { createHandler } from "#server/handler.ts";
import { createAdmin } from "#server/members/accounts.ts";
import { board } from "#tests/model/board.ts";
import { books } from "#tests/model/books.ts";
import { dates } from "#tests/model/dates.ts";
import { hosts } from "#tests/model/hosts.ts";
import { newMeeting } from "#tests/model/meeting-rules.ts";
import { meetings } from "#tests/model/meetings.ts";
import { addPerson, members, PASSWORDS } from "#tests/model/members.ts";
import { needs } from "#tests/model/needs.ts";
import { positions } from "#tests/model/progress.ts";
import {
  type Action,
  advanceTime,
  compare,
  type ModelClub,
  type RealClub,
  registerResources,
  type Result,
} from "#tests/model/random-request.ts";
import { shelf } from "#tests/model/shelf.ts";
import { createState, dayFrom, listMembers, shiftMonth, type State } from "#tests/model/state.ts";
import { talk } from "#tests/model/talk.ts";
import { votes } from "#tests/model/votes.ts";
import { wines } from "#tests/model/wines.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { atNight, isNight } from "#tests/support/at-night.ts";
import { startClub } from "#tests/support/executable.ts";

/** The initial state: two admins, three members, last month's and this month's book, and a future meeting. */
async function createModelState({ ada }: Pick<ModelClub, "ada">, club: RealClub, now: number): Promise<State> {
  const state = createState(now);
  addPerson(state, { name: "ada", isAdmin: true }, ada);
  const createRecord = (path: string, body: object) => club.call(ada.cookie, "POST", path, body);
  for (const [name, isAdmin] of [
    ["ben", true],
    ["cleo", false],
    ["dora", false],
    ["eli", false],
  ] as const) {
    const { id, code } = (await createRecord("/api/invitations", { isAdmin, expiresInDays: 9 })).body;
    const expiresAt = addDays(now, 9).getTime();
    const [person] = state.people;
    state.invitations.push({
      id,
      code,
      isAdmin,
      uses: 1,
      used: 1,
      madeBy: person ?? null,
      expiresAt,
      isRevoked: false,
    });
    const body = { username: name, password: PASSWORDS[0], email: `${name}@example.org`, invitationCode: code };
    addPerson(state, { name, isAdmin }, await club.call("", "POST", "/api/auth/register", body));
  }
  for (const [title, month] of [
    ["Emma", -1],
    ["Dracula", 0],
  ] as const) {
    const book = { title, author: "An author", month: shiftMonth(state, month) };
    state.books.push({ ...book, id: (await createRecord("/api/books", book)).body.id, synopsis: "" });
  }
  const meetingFields = { date: dayFrom(state, 9), time: "19:30", location: "At Mia's" };
  const { id } = (await createRecord("/api/meetings", meetingFields)).body;
  const bookId = state.books.at(-1)?.id ?? null;
  state.meetings.push(newMeeting({ ...meetingFields, id, bookId }));
  return state;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Lets time pass without any call. */
const waitAction = (milliseconds: number): Action => ({
  check: () => true,
  toString: () => `wait ${milliseconds / 1000} s`,
  run: async (state, club) => advanceTime(state, club, milliseconds),
});

/** Kills the club and restarts it. */
const restart = (): Action => ({
  check: () => true,
  toString: () => "restart",
  run: async (state, club) => {
    await club.restart();
    await compare(state, club, listMembers(state), "a restart");
  },
});

const delays = fc
  .constantFrom(
    MINUTE_MS / 2,
    MINUTE_MS,
    MINUTE_MS,
    11 * MINUTE_MS,
    2 * HOUR_MS,
    3 * HOUR_MS,
    30 * HOUR_MS,
    400 * HOUR_MS,
  )
  .map(waitAction);
const restarts = fc.constant(null).map(restart);

const RESOURCES = [members, books, meetings, dates, hosts, needs, board, shelf, votes, talk, wines, positions];

const START_MS = Date.parse("2026-03-10T12:00:00Z");

/**
 * Makes random calls as members and admins, and compares all that three of them see with the model after each step;
 * shrinks a difference to the shortest history, unless that takes too long. Makes `runs` runs of at most `length`
 * steps, each in a new club. @returns how many writes were made and accepted, and how often the server was killed
 */
async function checkModel(
  open: () => Promise<ModelClub>,
  { length, runs, seed, shrinks = true }: { length: number; runs: number; seed: number; shrinks?: boolean },
): Promise<{ writes: number; accepted: number; kills: number }> {
  registerResources(RESOURCES);
  const tally = { writes: 0, accepted: 0, kills: 0 };
  const weightedActions = fc.oneof(
    ...RESOURCES.flatMap(({ actions: acts }) => acts),
    { weight: 20, arbitrary: delays },
    { weight: 5, arbitrary: restarts },
  );
  // without fast-check's bias to short runs
  const commands = fc.noBias(fc.commands([weightedActions], { maxCommands: length, size: "max" }));
  const runActions = async (steps: Iterable<Action>) => {
    const club = await open();
    const call: RealClub["call"] = async (cookie, method, path, body) => {
      const answer = await club.call(cookie, method, path, body);
      if (method !== "GET") tally.writes += 1;
      if (method !== "GET" && answer.status < 300) tally.accepted += 1;
      return answer;
    };
    const setup = async () => {
      const restart = () => {
        tally.kills += 1;
        return club.restart();
      };
      const modelClub = { ...club, call, restart };
      return { model: await createModelState(club, modelClub, START_MS), real: modelClub };
    };
    try {
      await fc.asyncModelRun(setup, steps);
    } finally {
      await club.end();
    }
  };
  await fc.assert(fc.asyncProperty(commands, runActions), { numRuns: runs, seed, endOnFailure: !shrinks });
  return tally;
}

const ADA = { username: "ada", email: "ada@example.org", password: PASSWORDS[0] };
const ignore = () => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** In this process, with its own database; a restart reopens it with empty caches. */
async function openInProcess(): Promise<ModelClub> {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-model-"));
  const config = readConfig({ STORAGE_DIR: storageDir, TEAM_AVATAR_URL: "local", CLUB_TIME_ZONE: "UTC" });
  let time = START_MS;
  const start = () => {
    const db = openDatabase(join(storageDir, "bookclub.db"));
    migrate(db, null);
    // there are no power cuts here
    db.run("PRAGMA synchronous = OFF");
    const passwords = createPasswords(log, { memoryCost: 8, timeCost: 1 });
    const deps = createDeps(config, db, { clock: { now: () => new Date(time) }, log, passwords });
    return { db, deps, handler: createHandler(deps, { fetch: () => new Response("page") }) };
  };
  let server = start();
  await createAdmin(server.deps, ADA);
  const call = async (cookie: string, method: string, path: string, body?: unknown) =>
    readResponse(await server.handler.fetch(requestOf("http://localhost", { cookie, method, path, body })));
  return {
    call,
    setTime: (now) => void (time = now),
    restart: async () => {
      server.db.close();
      server = start();
    },
    ada: await call("", "POST", "/api/auth/login", ADA),
    end: async () => {
      server.db.close();
      rmSync(storageDir, { recursive: true });
    },
  };
}

/** Debian's libfaketime, if installed: the one for threaded programs. */
const faketime = [...new Bun.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1").scanSync({ onlyFiles: false })][0];

/** The executable with a fake clock; a restart kills it first. */
async function openExecutable(): Promise<ModelClub> {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-model-"));
  const clock = join(folder, "clock");
  const setTime = (now: number) => {
    writeFileSync(`${clock}-next`, `${new Date(now).toISOString().replace("T", " ").slice(0, 19)}\n`);
    renameSync(`${clock}-next`, clock);
  };
  setTime(START_MS);
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
    readResponse(await fetch(requestOf(club.url, { cookie, method, path, body })));
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

async function readResponse(response: Response): Promise<Result> {
  const text = await response.text();
  const body = response.headers.get("content-type")?.includes("json") && text ? JSON.parse(text) : {};
  return { status: response.status, body, text, cookie: cookiesOf(response) };
}

const seed = Math.floor(Math.random() * 1e9);

atNight(
  "matches a model in forty clubs of up to 400 actions (Z03)",
  async () => {
    const { writes, accepted } = await checkModel(openInProcess, { length: 400, runs: 40, seed });
    console.log(`Z03: ${writes} writes with seed ${seed}, ${accepted} of them accepted`);
    expect(accepted).toBeGreaterThan(writes / 3);
  },
  900_000,
);

test.skipIf(!faketime || !isNight)(
  "matches it in four killed clubs (Z03; needs faketime)",
  async () => {
    const { writes, kills } = await checkModel(openExecutable, { length: 400, runs: 4, seed, shrinks: false });
    console.log(`Z03: ${writes} writes, killed ${kills} times`);
    expect(kills).toBeGreaterThan(0);
  },
  900_000,
);

test("matches a model after members' and admins' actions (Z03)", async () => {
  const { writes, accepted } = await checkModel(openInProcess, { length: 180, runs: 1, seed: 9 });
  expect(writes).toBeGreaterThan(50);
  expect(accepted).toBeGreaterThan(30);
});
