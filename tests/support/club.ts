import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Registration } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { startSession } from "#server/access/sessions.ts";
import type { Log } from "#server/adapters/log.ts";
import { createPasswords } from "#server/adapters/passwords.ts";
import { readConfig } from "#server/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { createHandler } from "#server/handler.ts";
import { createInvitation } from "#server/members/invitations.ts";
import type { WebAssets } from "#server/pages/web-assets.ts";

import { createDatabase } from "./database.ts";
import { checkResponses, describedRoutes } from "./described.ts";
import { inspectOnce } from "./inspect-here.ts";
import { memberRow } from "./member-row.ts";
import { clubsFolder } from "./storage.ts";

const PAGE: WebAssets = { fetch: () => new Response("page") };

/** The password of every member that `createClub` creates. */
export const PASSWORD = "Merlot & mystery 1859";
/** The cheapest argon2id, because few tests are about the cost of hashing. */
const CHEAP_HASHING = { memoryCost: 8, timeCost: 1 };
const passwordHash = Bun.password.hash(PASSWORD, { algorithm: "argon2id", ...CHEAP_HASHING });

/** A member with a browser: calls send their cookie, bodies are JSON. */
export type Person = {
  user: User;
  cookie: string;
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
};

type Options = {
  environment?: Record<string, string>;
  /** The start of the club's clock; `club.setTime` sets it. */
  now?: string;
  own?: Partial<Deps>;
  web?: WebAssets;
  /** A saved club to copy, instead of an empty one. */
  saved?: SavedClub | undefined;
};

/** A club's database, and its files by their path in the club's folder. */
export type SavedClub = { rows: Uint8Array; files: [path: string, bytes: Uint8Array][] };

/** A complete club on an empty in-memory database and a temporary storage folder, without a socket. */
export async function createClub({
  environment = {},
  now = "2026-03-10T12:00:00Z",
  own = {},
  web = PAGE,
  saved,
}: Options = {}) {
  const storageDir = mkdtempSync(join(clubsFolder, "bookclub-test-"));
  for (const [path, bytes] of saved?.files ?? []) await Bun.write(join(storageDir, path), bytes);
  const config = readConfig({ STORAGE_DIR: storageDir, TEAM_AVATAR_URL: "local", ...environment });
  const db = createDatabase(saved?.rows);
  let time = new Date(now);
  const logged: string[] = [];
  const log = recordingLog(logged);
  const passwords = createPasswords(log, CHEAP_HASHING);
  const deps = createDeps(config, db, {
    clock: { now: () => new Date(time) },
    log,
    passwords,
    sandbox: inspectOnce,
    findMailRecords: async () => null,
    openApiJson: async () => JSON.stringify(await describedRoutes()),
    ...own,
  });
  await deps.disk.prepare();
  const handler = checkResponses(createHandler(deps, web));
  const hash = await passwordHash;

  const call =
    (cookie: string): Person["call"] =>
    async (method, path, body, headers = {}) => {
      const json = body === undefined ? {} : { "content-type": "application/json" };
      const init: RequestInit = { method, headers: { ...json, ...(cookie && { cookie }), ...headers } };
      if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
      return handler.fetch(new Request(`http://localhost${path}`, init));
    };
  const person = (username: string, isAdmin: boolean): Person => {
    const { users } = deps.stores;
    const row = memberRow(username, deps.clock.now().toISOString());
    const existingId = saved && users.findIdByUsername(row.usernameKey);
    const id = existingId ?? users.insert({ ...row, isAdmin, passwordHash: hash });
    const user = users.find(id);
    if (!user) throw new Error("The new person cannot be read");
    const cookie = `session=${startSession(deps, id, "Test browser")}`;
    return { user, cookie, call: call(cookie) };
  };

  return {
    config,
    db,
    deps,
    handler,
    logged,
    visitor: { call: call("") },
    member: (username = "mia") => person(username, false),
    admin: (username = "ada") => person(username, true),
    as: (cookie: string) => ({ call: call(cookie) }),
    signIn: (username: string, password: string, headers: Record<string, string> = {}) =>
      call("")("POST", "/api/auth/login", { username, password }, headers),
    setTime: (iso: string) => {
      time = new Date(iso);
    },
    save: (): SavedClub => {
      const paths = [...new Bun.Glob("**").scanSync({ cwd: storageDir, dot: true })];
      return { rows: db.serialize(), files: paths.map((path) => [path, readFileSync(join(storageDir, path))]) };
    },
    /** A valid registration with a new single-use code. */
    registration: (fields: Partial<Registration> = {}): Registration => ({
      username: "nora",
      password: PASSWORD,
      displayName: "nora",
      email: "nora@example.org",
      invitationCode: createInvitation(deps, OPERATOR, {}).code,
      ...fields,
    }),
    close: () => {
      db.close();
      rmSync(storageDir, { recursive: true, force: true });
    },
  };
}

export type Club = Awaited<ReturnType<typeof createClub>>;

function recordingLog(lines: string[]): Log {
  const logAt =
    (level: string) =>
    (event: string, fields = {}) => {
      lines.push(`${level} ${event} ${JSON.stringify(fields)}`);
    };
  return { debug: logAt("debug"), info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
}
