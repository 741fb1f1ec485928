import { TOTAL_COUNT_HEADER } from "#contract/headers.ts";
import { clearSessionCookie, readToken, setTokenCookie } from "#server/access/cookies.ts";
import { endOwnSession, listSessions } from "#server/access/own-sessions.ts";
import { cookieRoutes, routes } from "#server/access/routes.ts";
import { endSession } from "#server/access/sessions.ts";
import type { Deps } from "#server/deps.ts";

import { createFirstAdmin, registerMember } from "./accounts.ts";
import { getClubInfo } from "./club.ts";
import { createDeviceCode, findCodeOwner, signInByDeviceCode } from "./device-code.ts";
import { createInvitation, listInvitations, revokeInvitation } from "./invitations.ts";
import { deleteOwnAccount, exportOwnData } from "./own-data.ts";
import {
  addPasskey,
  createPasskeyOptions,
  createPasskeySignInOptions,
  deletePasskey,
  signInWithPasskey,
} from "./passkeys.ts";
import { createResetLink, requestPasswordReset, resetByLink } from "./password-reset.ts";
import { changePassword, changePhoto, getOwnProfile, replacePhoto, updateProfile } from "./profile.ts";
import { describeCaller, signIn, signInWith } from "./sign-in.ts";
import { deleteUser, listUsers, resetMemberPassword, setRole } from "./users.ts";

const ZIP_HEADERS = {
  "content-type": "application/zip",
  "content-disposition": 'attachment; filename="my-book-club-data.zip"',
};

export const accountRoutes = (deps: Deps) =>
  cookieRoutes(deps)
    // extends the cookie once per visit
    .on("GET /api/auth/user", ({ actor, setCookie }) => {
      setTokenCookie({ setCookie }, "session", deps.config, actor.token);
      return actor.user;
    })
    .on("POST /api/auth/login", (call) => signInWith(deps, signIn, call))
    .on("POST /api/auth/register", (call) => signInWith(deps, registerMember, call))
    .on("POST /api/auth/setup", (call) => signInWith(deps, createFirstAdmin, call))
    .on("POST /api/auth/logout", ({ cookie, setCookie }) => {
      endSession(deps, readToken(cookie, "session", deps.config) ?? "");
      clearSessionCookie({ setCookie }, deps.config);
    })
    .on("POST /api/auth/forgot", async (call) => {
      await requestPasswordReset(deps, describeCaller(deps, call), call.body);
      return { message: "If this is a member's address, a link is on its way." };
    })
    .on("POST /api/auth/reset", (call) => resetByLink(deps, describeCaller(deps, call), call.body))
    .on("POST /api/users/:id/reset-link", ({ params, actor }) => createResetLink(deps, actor, params.id))
    .on("POST /api/auth/device", ({ actor }) => createDeviceCode(deps, actor))
    .on("POST /api/auth/device/look", (call) => findCodeOwner(deps, describeCaller(deps, call), call.body))
    .on("POST /api/auth/device/use", (call) => signInWith(deps, signInByDeviceCode, call, false))
    .on("GET /api/profile/passkeys", ({ user }) => deps.stores.passkeys.list(user.id))
    .on("POST /api/profile/passkeys/options", ({ actor }) => createPasskeyOptions(deps, actor))
    .on("POST /api/profile/passkeys", ({ actor, body }) => addPasskey(deps, actor, body))
    .on("DELETE /api/profile/passkeys/:id", ({ actor, params }) => deletePasskey(deps, actor, params.id))
    .on("POST /api/auth/passkey/options", () => createPasskeySignInOptions(deps))
    .on("POST /api/auth/passkey", (call) => signInWith(deps, signInWithPasskey, call))
    .on("GET /api/profile", ({ user }) => getOwnProfile(deps, user.id))
    .on("PATCH /api/profile", ({ actor, body }) => updateProfile(deps, actor, body))
    .on("POST /api/profile/password", async ({ actor, body, cookie, setCookie }) => {
      const { user, token } = await changePassword(deps, actor, body, readToken(cookie, "device", deps.config));
      setTokenCookie({ setCookie }, "session", deps.config, token);
      return user;
    })
    .on("POST /api/profile/photo", ({ actor, request }) => changePhoto(deps, actor, request))
    .on("DELETE /api/profile/photo", ({ actor }) => replacePhoto(deps, actor, null))
    .on("GET /api/profile/sessions", ({ actor }) => listSessions(deps, actor))
    .on("DELETE /api/profile/sessions/:id", ({ actor, params, cookie }) => {
      endOwnSession(deps, actor, params.id, readToken(cookie, "device", deps.config));
    })
    .on(
      "GET /api/profile/export",
      async ({ actor }) => new Response(await exportOwnData(deps, actor), { headers: ZIP_HEADERS }),
    )
    .on("DELETE /api/profile", async ({ actor, body, setCookie }) => {
      await deleteOwnAccount(deps, actor, body);
      clearSessionCookie({ setCookie }, deps.config);
    });

export const memberRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/users", ({ query, set }) => {
      const { users, total } = listUsers(deps, query);
      set.headers[TOTAL_COUNT_HEADER] = String(total);
      return users;
    })
    .on("PATCH /api/users/:id", ({ params, body, actor }) => setRole(deps, actor, params.id, body))
    .on("DELETE /api/users/:id", ({ params, actor }) => deleteUser(deps, actor, params.id))
    .on("PATCH /api/users/:id/password-reset", ({ params, actor }) => resetMemberPassword(deps, actor, params.id))
    .on("GET /api/invitations", () => listInvitations(deps))
    .on("POST /api/invitations", ({ body, actor }) => createInvitation(deps, actor, body))
    .on("DELETE /api/invitations/:id", ({ params, actor }) => revokeInvitation(deps, actor, params.id))
    .on("GET /api/club", () => getClubInfo(deps));
