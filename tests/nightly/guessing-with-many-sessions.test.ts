import { afterAll, beforeAll, expect, test } from "bun:test";

import { cookiesOf } from "#tests/support/api-client.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";

let club: RunningClub;
beforeAll(async () => {
  club = await startClub();
  await club.makeAdmin();
}, 300_000);
afterAll(async () => {
  await club.stop();
});

const call = (method: string, path: string, body?: object, cookie = "") =>
  fetch(`${club.url}${path}`, {
    method,
    headers: { cookie, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const signIn = (password: string, cookie = "") =>
  call("POST", "/api/auth/login", { username: "ada", password }, cookie);

test("allows no more guesses after a session of one minute", async () => {
  const session = cookiesOf(await signIn(ADMIN_PASSWORD));
  const sessions: string[] = [];
  let fromSession = session;
  for (let index = 0; index < 7; index += 1) {
    const { code } = await jsonOf(call("POST", "/api/auth/device", {}, fromSession));
    fromSession = cookiesOf(await call("POST", "/api/auth/device/use", { code }));
    sessions.push(fromSession);
  }
  const passwordChange = { currentPassword: "wrong", newPassword: "another one entirely" };
  const statuses: number[] = [];
  for (const cookie of sessions) {
    for (let index = 0; index < 9; index += 1)
      statuses.push((await call("POST", "/api/profile/password", passwordChange, cookie)).status);
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  await club.kill();
  await club.restart();
  expect((await call("POST", "/api/profile/password", passwordChange, fromSession)).status).toBe(429);

  for (const { id, current } of await jsonOf(call("GET", "/api/profile/sessions", undefined, session)))
    if (!current) expect((await call("DELETE", `/api/profile/sessions/${id}`, undefined, session)).status).toBe(204);
  const guesses: number[] = [];
  for (const cookie of sessions) {
    for (let index = 0; index < 9; index += 1) guesses.push((await signIn("wrong", cookie)).status);
  }
  expect(guesses.filter((status) => status !== 429)).toHaveLength(10);
}, 300_000);
