import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { Login, Registration, SetUp } from "#contract/auth.ts";
import { User } from "#contract/users.ts";
import { clearSessionCookie, cookies, readSessionToken } from "#server/access/cookies.ts";
import { guards } from "#server/access/guards.ts";
import { endSession } from "#server/access/sessions.ts";
import type { Deps } from "#server/deps.ts";

import { register, setUp } from "./accounts.ts";
import { createEntrance } from "./entrance.ts";
import { signIn } from "./sign-in.ts";

export const authRoutes = (deps: Deps) => {
  const { callerOf, begin, admit, renew } = createEntrance(deps);
  return new Elysia({ name: "auth" })
    .use(guards(deps))
    .use(cookies(deps.config))
    .get("/api/auth/user", ({ by, setCookie }) => renew({ setCookie }, by), { member: true, response: User })
    .post(
      "/api/auth/login",
      async (call) => admit(call, await signIn(deps, call.body, callerOf(call), (user) => begin(call, user))),
      { open: true, body: Login, response: User },
    )
    .post(
      "/api/auth/register",
      async (call) => {
        const begun = await register(deps, call.body, callerOf(call), (user) => begin(call, user));
        return call.status(201, admit(call, begun));
      },
      { open: true, body: Registration, response: { 201: User } },
    )
    .post(
      "/api/auth/setup",
      async (call) => {
        const begun = await setUp(deps, call.body, callerOf(call), (user) => begin(call, user));
        return call.status(201, admit(call, begun));
      },
      { open: true, body: SetUp, response: { 201: User } },
    )
    .post(
      "/api/auth/logout",
      ({ cookie, setCookie, status }) => {
        endSession(deps, readSessionToken(cookie, deps.config) ?? "");
        clearSessionCookie({ setCookie }, deps.config);
        return status(204, undefined);
      },
      { open: true, response: { 204: Type.Undefined() } },
    );
};
