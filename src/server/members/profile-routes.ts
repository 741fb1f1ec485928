import { profileCalls } from "#contract/profile.ts";
import { readDeviceToken, setSessionCookie } from "#server/access/cookies.ts";
import { endOwnSession, listSessions } from "#server/access/own-sessions.ts";
import { cookieRoutes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changePassword, changePhoto, changeProfile, ownProfile, replacePhoto } from "./profile.ts";

export const profileRoutes = (deps: Deps) =>
  cookieRoutes(deps, profileCalls())
    .on("GET /api/profile", ({ user }) => ownProfile(deps, user.id))
    .on("PATCH /api/profile", ({ actor, body }) => changeProfile(deps, actor, body))
    .on("POST /api/profile/password", async ({ actor, body, cookie, setCookie }) => {
      const { user, token } = await changePassword(deps, actor, body, readDeviceToken(cookie, deps.config));
      setSessionCookie({ setCookie }, deps.config, token);
      return user;
    })
    .on("POST /api/profile/photo", ({ actor, request }) => changePhoto(deps, actor, request))
    .on("DELETE /api/profile/photo", ({ actor }) => replacePhoto(deps, actor, null))
    .on("GET /api/profile/sessions", ({ actor }) => listSessions(deps, actor))
    .on("DELETE /api/profile/sessions/:id", ({ actor, params, cookie }) => {
      endOwnSession(deps, actor, params.id, readDeviceToken(cookie, deps.config));
    });
