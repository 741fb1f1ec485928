import { expect, test } from "bun:test";

import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import { EREADER } from "#tests/resources/ereaders.ts";
import { inWorld } from "#tests/support/access-world.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { createClub, PASSWORD, type Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

test(
  "AZ01 GET /api/auth/user: no hash and no session id",
  inWorld(async ({ member }) => {
    expect(Object.keys(await jsonOf(member.call("GET", "/api/auth/user"))).toSorted()).toEqual(
      ["displayName", "email", "id", "isAdmin", "passwordIsTemporary", "photoURL", "username"].toSorted(),
    );
  }),
);

test(
  "AZ02 POST /api/auth/login: replaces the session",
  inWorld(async ({ club, member }) => {
    const response = await member.call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
    const sameMember = club.as(cookiesOf(response));
    expect(cookiesOf(response)).not.toContain(member.cookie);
    expect((await sameMember.call("GET", "/api/auth/user")).status).toBe(200);
    expect((await member.call("GET", "/api/auth/user")).status).toBe(401);
  }),
);

test(
  "AZ03 POST /api/auth/register: ignores a role in the body",
  inWorld(async ({ club, registration }) => {
    const body = { ...registration(), isAdmin: true, id: 1, role: "admin" };
    const { id, isAdmin } = await jsonOf(club.visitor.call("POST", "/api/auth/register", body));
    expect([isAdmin, club.deps.stores.users.find(id)?.isAdmin]).toEqual([false, false]);
  }),
);

test(
  "POST /api/auth/setup: no second first admin",
  inWorld(async ({ club }) => {
    const before = club.deps.stores.users.countAdmins();
    const body = { code: "0000-0000-0000-0000", username: "eve", password: PASSWORD, email: "eve@example.org" };
    expect((await club.visitor.call("POST", "/api/auth/setup", body)).status).toBe(422);
    expect(club.deps.stores.users.countAdmins()).toBe(before);
  }),
);

test(
  "AZ19 GET /api/users: no hash in the list",
  inWorld(async ({ admin }) => {
    const rows: object[] = await jsonOf(admin.call("GET", "/api/users"));
    for (const row of rows)
      expect(Object.keys(row).toSorted()).toEqual(
        ["id", "username", "displayName", "email", "photoURL", "isAdmin", "createdAt"].toSorted(),
      );
  }),
);

test(
  "AZ20 DELETE /api/users/:id: not oneself, not the last admin",
  inWorld(async ({ club, admin }) => {
    expect((await admin.call("DELETE", `/api/users/${admin.user.id}`)).status).toBe(409);
    expect((await admin.call("PATCH", `/api/users/${admin.user.id}`, { isAdmin: false })).status).toBe(409);
    expect(club.deps.stores.users.countAdmins()).toBe(1);
  }),
);

test(
  "AZ21 PATCH /api/users/:id/password-reset: not your own",
  inWorld(async ({ admin, other }) => {
    expect((await admin.call("PATCH", `/api/users/${admin.user.id}/password-reset`)).status).toBe(409);
    const resetResponse = await admin.call("PATCH", `/api/users/${other.user.id}/password-reset`);
    expect([resetResponse.status, resetResponse.headers.get("cache-control")]).toEqual([200, "no-store"]);
  }),
);

test(
  "PATCH /api/profile: only your own name, never a role",
  inWorld(async ({ club, member, other }) => {
    await member.call("PATCH", "/api/profile", { displayName: "M.", isAdmin: true, id: other.user.id });
    expect(club.deps.stores.users.find(other.user.id)).toEqual(other.user);
    expect(club.deps.stores.users.find(member.user.id)).toEqual({ ...member.user, displayName: "M." });
  }),
);

test(
  "GET /api/profile/sessions: only your own sessions",
  inWorld(async ({ member, other, session }) => {
    await session(other);
    expect(await jsonOf(member.call("GET", "/api/profile/sessions"))).toHaveLength(1);
  }),
);

test(
  "DELETE /api/profile/sessions/:id: nobody else's session",
  inWorld(async ({ member, other, admin, session }) => {
    const id = await session(other);
    for (const person of [member, admin])
      expect((await person.call("DELETE", `/api/profile/sessions/${id}`)).status).toBe(404);
    expect(await jsonOf(other.call("GET", "/api/profile/sessions"))).toHaveLength(2);
  }),
);

test(
  "POST /api/profile/ereader/link: ten mails a day",
  inWorld(async ({ member }) => {
    await member.call("PATCH", "/api/profile", EREADER);
    for (let index = 1; index < 10; index += 1)
      expect((await member.call("POST", "/api/profile/ereader/link")).status).toBe(202);
    expect((await member.call("POST", "/api/profile/ereader/link")).status).toBe(429);
  }),
);

test(
  "POST /api/ereader/confirm: the link's owner, once",
  inWorld(async ({ club, member, other }) => {
    for (const person of [member, other]) await person.call("PATCH", "/api/profile", EREADER);
    const { secret: token } = issueOneTimeToken(club.deps, "ereader", { userId: other.user.id });
    expect((await member.call("POST", "/api/ereader/confirm", { token })).status).toBe(200);
    expect((await member.call("POST", "/api/ereader/confirm", { token })).status).toBe(404);
    const isConfirmed = async (person: Person) => (await jsonOf(person.call("GET", "/api/profile"))).ereaderConfirmed;
    expect([await isConfirmed(member), await isConfirmed(other)]).toEqual([false, true]);
  }),
);

test(
  "AZ22 GET /api/email/status: whether keys are set, not which",
  inWorld(async ({ admin }) => {
    const status = await jsonOf(admin.call("GET", "/api/email/status"));
    expect([status.hasAccessKey, status.hasSecretKey]).toEqual([true, true]);
    expect(JSON.stringify(status)).not.toMatch(/AKIATEST|secret-of-the-test/);
  }),
);

test(
  "AZ23 PATCH /api/email/config: only when configured",
  inWorld(async () => {
    const clubWithoutMail = await createClub();
    expect((await clubWithoutMail.admin().call("PATCH", "/api/email/config", { enabled: true })).status).toBe(409);
    clubWithoutMail.close();
  }),
);

test(
  "AZ24 POST /api/email/test: five a minute",
  inWorld(async ({ admin, traces }) => {
    const send = () => admin.call("POST", "/api/email/test", { email: "mia@example.org" });
    for (let time = 0; time < 5; time += 1) expect((await send()).status).toBe(200);
    const refusedResponse = await send();
    expect([refusedResponse.status, refusedResponse.headers.get("retry-after"), traces().mailed]).toEqual([
      429,
      "60",
      5,
    ]);
  }),
);

test(
  "AZ25 POST /api/email/trigger-monthly: not twice",
  inWorld(async ({ club, admin }) => {
    const trigger = async () => (await admin.call("POST", "/api/email/trigger-monthly")).status;
    expect([await trigger(), await trigger()]).toEqual([202, 409]);
    await club.settled();
    expect(await trigger()).toBe(409);
    expect(club.reached()).toEqual([...new Set(club.reached())]);
  }),
);
