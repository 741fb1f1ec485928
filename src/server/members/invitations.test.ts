import { describe, expect, test } from "bun:test";

import type { Invitation } from "#contract/invitations.ts";
import { OPERATOR } from "#server/access/caller.ts";
import type { Person } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

import { resetPassword } from "./passwords.ts";

const { club, ada } = eachClub(["ada"]);

const listInvitations = async () => (await ada.call("GET", "/api/invitations")).json();

test("shows its code once, with a link that fills the form", async () => {
  const response = await ada.call("POST", "/api/invitations", { uses: 2, expiresInDays: 7 });
  expect(response.status).toBe(201);
  const { code, link, ...row } = await response.json();
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(link).toEndWith(`/auth?invite=${code}`);
  expect(row).toMatchObject({ uses: 2, used: 0, status: "open", expiresAt: "2026-03-17T12:00:00.000Z", joined: [] });
  expect(await listInvitations()).toEqual([row]);
  expect(club.db.serialize().includes(code)).toBeFalse();
});

test("the list says who joined and what is left", async () => {
  const { code } = await (await ada.call("POST", "/api/invitations", { uses: 1 })).json();
  await club.visitor.call("POST", "/api/auth/register", club.registration({ invitationCode: code }));
  expect((await listInvitations()).at(-1)).toMatchObject({ used: 1, status: "used up", joined: ["nora"] });
});

test("lists a revoked invitation, and rejects its code", async () => {
  const { id, code } = await (await ada.call("POST", "/api/invitations", {})).json();
  expect((await ada.call("DELETE", `/api/invitations/${id}`)).status).toBe(204);
  expect(await listInvitations()).toMatchObject([{ status: "revoked" }]);
  const body = club.registration({ invitationCode: code });
  expect((await club.visitor.call("POST", "/api/auth/register", body)).status).toBe(422);
  expect((await ada.call("DELETE", "/api/invitations/99")).status).toBe(404);
});

describe("the open invitations of an admin", () => {
  const revocations: Record<string, (otto: Person) => Promise<unknown>> = {
    "is deleted": ({ user }) => ada.call("DELETE", `/api/users/${user.id}`),
    "is a member again": ({ user }) => ada.call("PATCH", `/api/users/${user.id}`, { isAdmin: false }),
    "gets a new password from an admin": ({ user }) => ada.call("PATCH", `/api/users/${user.id}/password-reset`),
    "gets a new password from the operator": ({ user }) => resetPassword(club.deps, OPERATOR, user.id),
  };
  test.each(Object.entries(revocations))(
    "end when the admin %s; those of others stay",
    async (_name, revokeInvitations) => {
      const otto = club.admin("otto");
      const { code } = await jsonOf(otto.call("POST", "/api/invitations", { isAdmin: true }));
      await ada.call("POST", "/api/invitations", {});
      expect(await listInvitations()).toMatchObject([{ madeBy: "ada" }, { madeBy: "otto" }]);
      await revokeInvitations(otto);
      const body = club.registration({ invitationCode: code });
      expect((await club.visitor.call("POST", "/api/auth/register", body)).status).toBe(422);
      const openInvitations = (await listInvitations()).filter(({ status }: Invitation) => status === "open");
      expect(openInvitations).toMatchObject([{ madeBy: null }, { madeBy: "ada" }]);
    },
  );
});

test("an invitation for admins makes an admin", async () => {
  const { code } = await (await ada.call("POST", "/api/invitations", { isAdmin: true })).json();
  const response = await club.visitor.call("POST", "/api/auth/register", club.registration({ invitationCode: code }));
  expect(await response.json()).toMatchObject({ isAdmin: true });
});

test("uses and days have limits", async () => {
  for (const body of [{ uses: 0 }, { uses: 1001 }, { uses: 1.5 }, { expiresInDays: 0 }, { expiresInDays: 366 }])
    expect((await ada.call("POST", "/api/invitations", body)).status).toBe(422);
});
