import { expect, test } from "bun:test";

import { Glob } from "bun";

import { cookiesOf } from "#tests/support/api-client.ts";
import { PASSWORD, type Person } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createMailClub } from "#tests/support/mail-club.ts";

/**
 * Every limit: where it's created, under which key it counts, and who could get another key. A new limit has to be
 * added here with an answer to that question. A `Limit` of the contract counts by member (`access/limits.ts`), who
 * can't get another key.
 */
const LIMITS: Record<string, { by: string; newKey: string }> = {
  "access/attempts.ts codeLimit": { by: "network", newKey: "who has another network" },
  "access/attempts.ts passwordResetLimit": { by: "network", newKey: "who has another network" },
  "access/devices.ts signInLimit": { by: "member", newKey: "nobody: it's for all sessions and known browsers" },
  "members/attempt-keys.ts signInLimit": {
    by: "username",
    newKey: "nobody; strangers share it, members don't use it",
  },
  "members/attempt-keys.ts consumeThrottle": {
    by: "mailbox, member",
    newKey: "nobody: a new address is the same member",
  },
  "members/account-mail.ts consumeThrottle": { by: "member", newKey: "nobody" },
  "members/sign-in.ts signInLimit": { by: "network", newKey: "who has another network; the username counts, too" },
  "members/passkeys.ts signInLimit": { by: "network", newKey: "who has another network; a passkey can't be guessed" },
  "meetings/hosts.ts too-many": {
    by: "meeting, member",
    newKey: "nobody: only admins plan meetings, and an account that is gone leaves the meeting's count",
  },
  "access/read-admitted-body.ts uploadTracker.acquire": {
    by: "network, everyone",
    newKey: "who has another network; all share one, too",
  },
  "uploads/receive.ts uploadTracker.acquire": { by: "member", newKey: "nobody" },
  "uploads/resumable.ts too-many": { by: "everyone", newKey: "nobody" },
};

/** Code that creates or counts a limit. */
const LIMIT_USE =
  /\b(signInLimit|codeLimit|passwordResetLimit|consumeThrottle|uploadTracker\.acquire)\(|new AppError\("(too-many)"/g;
/** The files that count for all callers, and reject too many. */
const COUNTER_FILES = new Set(["access/attempts.ts", "access/limits.ts", "adapters/upload-tracker.ts"]);

test("lists every limit with its key and who can create more", async () => {
  const foundLimits = new Set<string>();
  for await (const path of new Glob("src/server/**/*.ts").scan()) {
    if (path.endsWith(".test.ts")) continue;
    const file = path.replace("src/server/", "");
    const text = await Bun.file(path).text();
    for (const [, limitName, thrownLimit] of text.matchAll(LIMIT_USE)) {
      const name = limitName ?? thrownLimit ?? "";
      const isDefinition = text.includes(`function ${name}(`);
      if (COUNTER_FILES.has(file) && !(isDefinition && name !== "signInLimit" && name.endsWith("Limit"))) continue;
      if (["codeLimit", "passwordResetLimit"].includes(name) && !isDefinition) continue;
      foundLimits.add(`${file} ${name}`);
    }
  }
  expect([...foundLimits].toSorted()).toEqual(Object.keys(LIMITS).toSorted());
});

const club = perTest(() => createMailClub({ members: 0 }));

/** Another session of the member, as who has one can make it: by a code. */
async function mintSession(mia: Person, headers = {}): Promise<string> {
  const { code } = await jsonOf(mia.call("POST", "/api/auth/device"));
  const codeUse = await club.visitor.call("POST", "/api/auth/device/use", { code }, headers);
  expect(codeUse.status).toBe(200);
  return cookiesOf(codeUse);
}

/** The number of these calls that weren't rejected as too many. */
async function countAccepted(calls: readonly (() => Promise<Response>)[]): Promise<number> {
  let count = 0;
  for (const call of calls) if ((await call()).status !== 429) count += 1;
  return count;
}

test("gives no more guesses for more sessions and browsers", async () => {
  const mia = club.member("mia");
  const sessions = [];
  for (let index = 0; index < 6; index += 1) sessions.push(await mintSession(mia));
  const wrongPasswords = { currentPassword: "wrong", newPassword: "something else" };
  const guesses = sessions.flatMap((cookie) =>
    Array.from({ length: 9 }, (_, index) => () => {
      const headers = { cookie };
      if (index % 3 === 0) return club.visitor.call("DELETE", "/api/profile", { password: "wrong" }, headers);
      if (index % 3 === 1) return club.visitor.call("POST", "/api/profile/password", wrongPasswords, headers);
      return club.signIn("mia", "wrong", headers);
    }),
  );
  // ten for the member, and ten under the name from an unverified browser
  expect(await countAccepted(guesses)).toBeLessThanOrEqual(20);
  const device = cookiesOf(await club.signIn("mia", PASSWORD, { "x-forwarded-for": "203.0.113.9" }));
  expect(device).toBe("");
});

test("stops guesses from devices whose sessions have ended", async () => {
  const mia = club.member("mia");
  const sessions = [];
  for (let index = 0; index < 8; index += 1) sessions.push(await mintSession(mia));
  for (const { id, current } of await jsonOf(mia.call("GET", "/api/profile/sessions")))
    if (!current) expect((await mia.call("DELETE", `/api/profile/sessions/${id}`)).status).toBe(204);
  const guesses = sessions.flatMap((cookie) =>
    Array.from({ length: 9 }, () => () => club.signIn("mia", "wrong", { cookie })),
  );
  expect(await countAccepted(guesses)).toBe(10);
});

test("trusts a browser by a password shown there, not by a code", async () => {
  const mia = club.member("mia");
  const codeSession = await mintSession(mia);
  const [homeCookies, officeCookies] = [
    cookiesOf(await club.signIn("mia", PASSWORD)),
    cookiesOf(await club.signIn("mia", PASSWORD)),
  ];
  for (let index = 0; index < 10; index += 1) await club.signIn("mia", "wrong");
  const statuses = async (...cookies: string[]) => {
    const answers = [];
    for (const cookie of cookies)
      answers.push((await club.signIn("mia", PASSWORD, { cookie: deviceOf(cookie) })).status);
    return answers;
  };
  expect(await statuses(codeSession, homeCookies, officeCookies)).toEqual([429, 200, 200]);
  const atHome = { cookie: homeCookies };
  for (let index = 0; index < 10; index += 1) await club.signIn("mia", "wrong");
  const cookies = cookiesOf(await club.signIn("mia", PASSWORD, atHome));
  const [otherSession] = (
    await jsonOf(club.visitor.call("GET", "/api/profile/sessions", undefined, { cookie: cookies }))
  ).filter(({ current }: { current: boolean }) => !current);
  await club.visitor.call("DELETE", `/api/profile/sessions/${otherSession.id}`, undefined, { cookie: cookies });
  for (let index = 0; index < 10; index += 1) await club.signIn("mia", "wrong");
  expect(await statuses(officeCookies, homeCookies)).toEqual([429, 200]);
});

test("keeps strangers from locking a member out", async () => {
  const mia = club.member("mia");
  const homeCookies = cookiesOf(await club.signIn("mia", PASSWORD));
  const body = { currentPassword: PASSWORD, newPassword: "a new one for spring" };
  const passwordChange = await club.visitor.call("POST", "/api/profile/password", body, { cookie: homeCookies });
  expect(passwordChange.status).toBe(200);
  for (let index = 0; index < 12; index += 1) await club.signIn("mia", "wrong");
  expect((await club.signIn("mia", body.newPassword)).status).toBe(429);
  const signInResponse = await club.signIn("mia", body.newPassword, { cookie: deviceOf(homeCookies) });
  expect(signInResponse.status).toBe(200);
  const deletionBody = { password: body.newPassword, notes: "remove" };
  const deletionResponse = await club.visitor.call("DELETE", "/api/profile", deletionBody, {
    cookie: cookiesOf(signInResponse),
  });
  expect([deletionResponse.status, mia.user.username]).toEqual([204, "mia"]);
});

test("keeps a limited number of sessions, the most used ones", async () => {
  const mia = club.member("mia");
  let firstSession = "";
  for (let index = 0; index < 60; index += 1) {
    club.setTime(new Date(Date.parse("2026-12-02T12:00:00Z") + index * 60_000).toISOString());
    const cookies = cookiesOf(await club.signIn("mia", PASSWORD));
    if (index === 0) firstSession = cookies;
  }
  const count = (table: string) =>
    club.db.query(`SELECT count(*) AS n FROM ${table} WHERE user_id = ${mia.user.id}`).get();
  expect([count("sessions"), count("known_devices")]).toEqual([{ n: 50 }, { n: 20 }]);
  expect((await club.visitor.call("GET", "/api/auth/user", undefined, { cookie: firstSession })).status).toBe(401);
});

test("new addresses of feeds and calendars give no more fetches", async () => {
  const mia = club.member("mia");
  for (const kind of ["calendar", "feeds/podcast", "feeds/opds"]) {
    const fetched = [];
    for (let index = 0; index < 3; index += 1) {
      const { url } = await jsonOf(mia.call("POST", `/api/profile/${kind}`));
      const path = new URL(url).pathname;
      fetched.push(await countAccepted(Array.from({ length: 40 }, () => () => club.visitor.call("GET", path))));
    }
    expect([kind, fetched]).toEqual([kind, [40, 20, 0]]);
  }
});

test("gives strangers no more links for new addresses", async () => {
  const mia = club.member("mia");
  for (const [index, email] of ["one@example.com", "two@example.com", "three@example.com"].entries()) {
    club.setTime(`2026-12-02T12:0${index}:00Z`);
    expect((await mia.call("PATCH", "/api/profile", { email })).status).toBe(200);
    expect((await club.visitor.call("POST", "/api/auth/forgot", { email })).status).toBe(202);
    await club.quiet();
  }
  const links = club.reached().filter((address) => address.endsWith("@example.com"));
  expect(links).toEqual(["one@example.com"]);
});

test("gives no more posts or codes for more sessions or cookies", async () => {
  const mia = club.member("mia");
  for (let index = 0; index < 100; index += 1)
    expect((await mia.call("POST", "/api/posts", { content: "x" })).status).toBe(201);
  const cookie = await mintSession(mia);
  expect((await club.visitor.call("POST", "/api/posts", { content: "x" }, { cookie })).status).toBe(429);
  const attempts = Array.from({ length: 30 }, (_, index) => () => {
    const headers = { cookie: `device=${"x".repeat(41)}${10 + index}`, "x-forwarded-for": `203.0.113.${index}` };
    return club.visitor.call("POST", "/api/auth/device/look", { code: "AAAA-AAAA" }, headers);
  });
  expect(await countAccepted(attempts)).toBe(20);
});

function deviceOf(cookies: string): string {
  return cookies.split("; ").find((cookie) => cookie.startsWith("device=")) ?? "";
}
