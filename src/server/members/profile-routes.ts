import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { PasswordChange, Profile, ProfilePatch, SessionRow } from "#contract/profile.ts";
import { User } from "#contract/users.ts";
import { cookies, readDeviceToken, setSessionCookie } from "#server/access/cookies.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { limitText } from "#server/access/limits.ts";
import { endOwnSession, listSessions } from "#server/access/own-sessions.ts";
import { ACTIVITY_LIMIT } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { acceptsForm } from "#server/http/described.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { EREADER_MAIL_LIMIT } from "./ereader-choice.ts";
import { changePassword, changePhoto, changeProfile, ownProfile, PHOTO_LIMIT, replacePhoto } from "./profile.ts";

export const profileRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "profile", tag: "Profile" })
    .use(cookies(deps.config))
    .get("/api/profile", ({ user }) => ownProfile(deps, user.id), {
      member: true,
      detail: { summary: "Show your profile" },
      response: Profile,
    })
    .patch("/api/profile", ({ by, body }) => changeProfile(deps, by, body), {
      member: true,
      detail: { summary: "Change your profile" },
      throws: {
        conflict: "The email address or the name is taken.",
        "too-many": limitText(ACTIVITY_LIMIT, EREADER_MAIL_LIMIT),
      },
      body: ProfilePatch,
      response: Profile,
    })
    .post(
      "/api/profile/password",
      async ({ by, body, cookie, setCookie }) => {
        const { user, token } = await changePassword(deps, by, body, readDeviceToken(cookie, deps.config));
        setSessionCookie({ setCookie }, deps.config, token);
        return user;
      },
      {
        member: true,
        detail: { summary: "Change your password", description: "Signs out your other devices." },
        throws: { "too-many": "Wait after too many failed tries." },
        body: PasswordChange,
        response: User,
      },
    )
    .post("/api/profile/photo", ({ by, request }) => changePhoto(deps, by, request), {
      member: true,
      detail: { summary: "Change your photo", ...acceptsForm("A JPEG, PNG, WebP or GIF of at most 30 MB.", ["photo"]) },
      throws: { "too-many": limitText(PHOTO_LIMIT) },
      parse: "none",
      response: User,
    })
    .delete("/api/profile/photo", async ({ by, status }) => status(204, done(await replacePhoto(deps, by, null))), {
      member: true,
      detail: { summary: "Remove your photo" },
      response: NO_CONTENT,
    })
    .get("/api/profile/sessions", ({ by }) => listSessions(deps, by), {
      member: true,
      detail: { summary: "List where you are signed in" },
      response: Type.Array(SessionRow),
    })
    .delete(
      "/api/profile/sessions/:id",
      ({ by, params, cookie, status }) => {
        endOwnSession(deps, by, params.id, readDeviceToken(cookie, deps.config));
        return status(204, undefined);
      },
      {
        member: true,
        detail: { summary: "Sign out another device" },
        params: IdParams,
        response: NO_CONTENT,
      },
    );
