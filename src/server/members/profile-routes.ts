import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { PasswordChange, Profile, ProfilePatch, SessionRow } from "#contract/profile.ts";
import { User } from "#contract/users.ts";
import { cookies, setSessionCookie } from "#server/access/cookies.ts";
import { guards } from "#server/access/guards.ts";
import { endOwnSession, listSessions } from "#server/access/own-sessions.ts";
import type { Deps } from "#server/deps.ts";

import { changePassword, changePhoto, changeProfile, ownProfile, replacePhoto } from "./profile.ts";

export const profileRoutes = (deps: Deps) =>
  new Elysia({ name: "profile" })
    .use(guards(deps))
    .use(cookies(deps.config))
    .get("/api/profile", ({ user }) => ownProfile(deps, user.id), { member: true, response: Profile })
    .patch("/api/profile", ({ by, body }) => changeProfile(deps, by, body), {
      member: true,
      body: ProfilePatch,
      response: Profile,
    })
    .post(
      "/api/profile/password",
      async ({ by, body, setCookie }) => {
        const { user, token } = await changePassword(deps, by, body);
        setSessionCookie({ setCookie }, deps.config, token);
        return user;
      },
      { member: true, body: PasswordChange, response: User },
    )
    .post("/api/profile/photo", ({ by, request }) => changePhoto(deps, by, request), {
      member: true,
      parse: "none",
      response: User,
    })
    .delete(
      "/api/profile/photo",
      async ({ by, status }) => {
        await replacePhoto(deps, by, null);
        return status(204, undefined);
      },
      { member: true, response: { 204: Type.Undefined() } },
    )
    .get("/api/profile/sessions", ({ by }) => listSessions(deps, by), {
      member: true,
      response: Type.Array(SessionRow),
    })
    .delete(
      "/api/profile/sessions/:id",
      ({ by, params, status }) => {
        endOwnSession(deps, by, Number(params.id));
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    );
