import { expect } from "bun:test";

import { json, type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import { cookiesOf, PASSWORD } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";

export const told: Told = {
  "Your account": ["users"],
  "Where you're signed in": ["sessions"],
  "Who invited whom": ["invitations"],
  "Counts for limits, such as notes per day": ["usage"],
  "A marker (no content) for each item you deleted": ["deleted_sends"],
};

export const rows: Rows = {
  "GET /api/auth/user": {
    id: "AZ01",
    checks: {
      "no hash and no session id": async ({ member }) => {
        expect(Object.keys(await jsonOf(member.call("GET", "/api/auth/user"))).toSorted()).toEqual(
          ["displayName", "email", "id", "isAdmin", "passwordIsTemporary", "photoURL", "username"].toSorted(),
        );
      },
    },
  },
  "POST /api/auth/login": {
    id: "AZ02",
    ...json({ username: "mia", password: PASSWORD }),
    checks: {
      "a new session, and the end of the old one": async ({ club, member }) => {
        const answer = await member.call("POST", "/api/auth/login", { username: "mia", password: PASSWORD });
        const again = club.as(cookiesOf(answer));
        expect(cookiesOf(answer)).not.toContain(member.cookie);
        expect((await again.call("GET", "/api/auth/user")).status).toBe(200);
        expect((await member.call("GET", "/api/auth/user")).status).toBe(401);
      },
    },
  },
  "POST /api/auth/register": {
    id: "AZ03",
    body: (world) => asJson(world.registration()),
    checks: {
      "the role never comes from the body": async ({ club, registration }) => {
        const asked = { ...registration(), isAdmin: true, id: 1, role: "admin" };
        const { id, isAdmin } = await jsonOf(club.visitor.call("POST", "/api/auth/register", asked));
        expect([isAdmin, club.deps.stores.users.find(id)?.isAdmin]).toEqual([false, false]);
      },
    },
  },
  "POST /api/auth/setup": {
    gets: [422, 422, 422],
    ...json({ code: "ABCD", username: "eve", password: PASSWORD, email: "eve@example.org" }),
    checks: {
      "no second first admin": async ({ club }) => {
        const before = club.deps.stores.users.countAdmins();
        const asked = { code: "0000-0000-0000-0000", username: "eve", password: PASSWORD, email: "eve@example.org" };
        expect((await club.visitor.call("POST", "/api/auth/setup", asked)).status).toBe(422);
        expect(club.deps.stores.users.countAdmins()).toBe(before);
      },
    },
  },
  "POST /api/auth/logout": { id: "AZ04" },
  "GET /api/users": {
    id: "AZ19",
    checks: {
      "no hash in the list": async ({ admin }) => {
        const rows: object[] = await jsonOf(admin.call("GET", "/api/users"));
        for (const row of rows)
          expect(Object.keys(row).toSorted()).toEqual(
            ["id", "username", "displayName", "email", "photoURL", "isAdmin", "createdAt"].toSorted(),
          );
      },
    },
  },
  "PATCH /api/users/:id": { records: ["admin-made", "admin-unmade"], ...json({ isAdmin: false }), to: otherUser("") },
  "DELETE /api/users/:id": {
    id: "AZ20",
    records: ["user-deleted"],
    to: otherUser(""),
    checks: {
      "not oneself, not the last admin": async ({ club, admin }) => {
        expect((await admin.call("DELETE", `/api/users/${admin.user.id}`)).status).toBe(409);
        expect((await admin.call("PATCH", `/api/users/${admin.user.id}`, { isAdmin: false })).status).toBe(409);
        expect(club.deps.stores.users.countAdmins()).toBe(1);
      },
    },
  },
  "PATCH /api/users/:id/password-reset": {
    id: "AZ21",
    records: ["password-reset"],
    to: otherUser("/password-reset"),
    checks: {
      "not your own, and never cached": async ({ admin, other }) => {
        expect((await admin.call("PATCH", `/api/users/${admin.user.id}/password-reset`)).status).toBe(409);
        const reset = await admin.call("PATCH", `/api/users/${other.user.id}/password-reset`);
        expect([reset.status, reset.headers.get("cache-control")]).toEqual([200, "no-store"]);
      },
    },
  },
  "POST /api/invitations": { ...json({ uses: 3 }), records: ["invitation-created"] },
  "DELETE /api/invitations/:id": {
    records: ["invitation-revoked"],
    to: (world) => `/api/invitations/${world.invitation()}`,
  },
  "GET /api/avatars/*": { to: (world) => world.photo() },
  "PATCH /api/profile": {
    records: ["member-renamed"],
    ...json({ displayName: "M." }),
    checks: {
      "only your own name, never a role": async ({ club, member, other }) => {
        await member.call("PATCH", "/api/profile", { displayName: "M.", isAdmin: true, id: other.user.id });
        expect(club.deps.stores.users.find(other.user.id)).toEqual(other.user);
        expect(club.deps.stores.users.find(member.user.id)).toEqual({ ...member.user, displayName: "M." });
      },
    },
  },
  "POST /api/profile/password": json({ currentPassword: PASSWORD, newPassword: "another one" }),
  "POST /api/profile/photo": { body: ({ form }) => form("photo") },
  "GET /api/profile/sessions": {
    checks: {
      "only your own sessions": async ({ member, other, session }) => {
        await session(other);
        expect(await jsonOf(member.call("GET", "/api/profile/sessions"))).toHaveLength(1);
      },
    },
  },
  "DELETE /api/profile/sessions/:id": {
    to: async (world, who) => `/api/profile/sessions/${await world.session(who)}`,
    checks: {
      "nobody else's session": async ({ member, other, admin, session }) => {
        const id = await session(other);
        for (const who of [member, admin])
          expect((await who.call("DELETE", `/api/profile/sessions/${id}`)).status).toBe(404);
        expect(await jsonOf(other.call("GET", "/api/profile/sessions"))).toHaveLength(2);
      },
    },
  },
};

function otherUser(rest: string) {
  return ({ other }: World) => `/api/users/${other.user.id}${rest}`;
}
