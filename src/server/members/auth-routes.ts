import { Type } from "@sinclair/typebox";
import { type Cookie, Elysia } from "elysia";

import { Login, Registration, SetUp } from "#contract/auth.ts";
import { User } from "#contract/users.ts";
import { newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { callerAddress } from "#server/http/caller.ts";
import {
  clearSessionCookie,
  readDeviceToken,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from "#server/http/cookies.ts";
import { guards } from "#server/http/guards.ts";

import { register, setUp } from "./accounts.ts";
import { deviceName } from "./device-name.ts";
import { rememberDevice } from "./devices.ts";
import { endSession, startSession } from "./sessions.ts";
import { type Caller, signIn } from "./sign-in.ts";

type Call = { request: Request; cookie: Record<string, Cookie<unknown>>; server: Parameters<typeof callerAddress>[1] };

/** Sign in, register, sign out, and who is signed in (SPEC 7). */
export const authRoutes = (deps: Deps) => {
  const callerOf = ({ request, cookie, server }: Call): Caller => ({
    address: callerAddress(request, server, deps.config),
    deviceToken: readDeviceToken(cookie, deps.config),
  });
  /** A new token at each sign-in; the one that the browser held before ends (DESIGN 3). */
  const begin = ({ request, cookie }: Call, user: User) => {
    const held = readSessionToken(cookie, deps.config);
    const device = readDeviceToken(cookie, deps.config) ?? newToken();
    const token = deps.stores.transaction(() => {
      if (held !== null) endSession(deps, held);
      rememberDevice(deps, user.id, device);
      return startSession(deps, user.id, deviceName(request.headers.get("user-agent")));
    });
    return { user, device, token };
  };
  const admit = ({ cookie }: Call, { user, device, token }: ReturnType<typeof begin>): User => {
    setDeviceCookie(cookie, deps.config, device);
    setSessionCookie(cookie, deps.config, token);
    return user;
  };

  return new Elysia({ name: "auth" })
    .use(guards(deps))
    .get("/api/auth/user", ({ user }) => user, { member: true, response: User })
    .post("/api/auth/login", async (call) => admit(call, begin(call, await signIn(deps, call.body, callerOf(call)))), {
      open: true,
      body: Login,
      response: User,
    })
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
      ({ cookie, status }) => {
        endSession(deps, readSessionToken(cookie, deps.config) ?? "");
        clearSessionCookie(cookie, deps.config);
        return status(204, undefined);
      },
      { open: true, response: { 204: Type.Undefined() } },
    );
};
