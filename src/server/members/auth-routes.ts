import { authCalls } from "#contract/auth.ts";
import { clearSessionCookie, readSessionToken } from "#server/access/cookies.ts";
import { cookieRoutes } from "#server/access/routes.ts";
import { endSession } from "#server/access/sessions.ts";
import type { Deps } from "#server/deps.ts";

import { register, setUp } from "./accounts.ts";
import { createSignIn } from "./create-sign-in.ts";
import { signIn } from "./sign-in.ts";

export const authRoutes = (deps: Deps) => {
  const { callerOf, begin, admit, renew } = createSignIn(deps);
  return cookieRoutes(deps, authCalls())
    .on("GET /api/auth/user", ({ actor, setCookie }) => renew({ setCookie }, actor))
    .on("POST /api/auth/login", async (call) =>
      admit(call, await signIn(deps, callerOf(call), call.body, (user) => begin(call, user))),
    )
    .on("POST /api/auth/register", async (call) =>
      admit(call, await register(deps, callerOf(call), call.body, (user) => begin(call, user))),
    )
    .on("POST /api/auth/setup", async (call) =>
      admit(call, await setUp(deps, callerOf(call), call.body, (user) => begin(call, user))),
    )
    .on("POST /api/auth/logout", ({ cookie, setCookie }) => {
      endSession(deps, readSessionToken(cookie, deps.config) ?? "");
      clearSessionCookie({ setCookie }, deps.config);
    });
};
