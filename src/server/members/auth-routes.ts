import { Login, Registration, SetUp } from "#contract/auth.ts";
import { User } from "#contract/users.ts";
import { clearSessionCookie, cookies, readSessionToken } from "#server/access/cookies.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { endSession } from "#server/access/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { NO_CONTENT } from "#server/http/no-content.ts";

import { register, setUp } from "./accounts.ts";
import { createSignIn } from "./create-sign-in.ts";
import { signIn } from "./sign-in.ts";

const NEW_ACCOUNT = {
  throws: { conflict: "The username or the email address is taken.", "too-many": "Wait after too many failed tries." },
  response: { 201: User },
};

export const authRoutes = (deps: Deps) => {
  const { callerOf, begin, admit, renew } = createSignIn(deps);
  return guardedRoutes(deps, { name: "auth", tag: "Sign-in" })
    .use(cookies(deps.config))
    .get("/api/auth/user", ({ by, setCookie }) => renew({ setCookie }, by), {
      member: true,
      detail: { summary: "Show who is signed in" },
      response: User,
    })
    .post(
      "/api/auth/login",
      async (call) => admit(call, await signIn(deps, call.body, callerOf(call), (user) => begin(call, user))),
      {
        open: true,
        detail: {
          summary: "Sign in",
          description:
            "By username or email address; sets the session cookie. After 10 failures the wait doubles, from 10 seconds to 15 minutes.",
        },
        throws: { "signed-out": "Username or password is wrong.", "too-many": "Wait after too many failed tries." },
        body: Login,
        response: User,
      },
    )
    .post(
      "/api/auth/register",
      async (call) =>
        call.status(201, admit(call, await register(deps, call.body, callerOf(call), (user) => begin(call, user)))),
      {
        open: true,
        ...NEW_ACCOUNT,
        detail: { summary: "Join with an invitation", description: "Signs in, too." },
        body: Registration,
      },
    )
    .post(
      "/api/auth/setup",
      async (call) =>
        call.status(201, admit(call, await setUp(deps, call.body, callerOf(call), (user) => begin(call, user)))),
      {
        open: true,
        ...NEW_ACCOUNT,
        detail: {
          summary: "Create the first admin",
          description: "With the code of the set-up link that the server prints. Signs in, too.",
        },
        body: SetUp,
      },
    )
    .post(
      "/api/auth/logout",
      ({ cookie, setCookie, status }) => {
        endSession(deps, readSessionToken(cookie, deps.config) ?? "");
        clearSessionCookie({ setCookie }, deps.config);
        return status(204, undefined);
      },
      {
        open: true,
        detail: { summary: "Sign out", description: "Removes the session cookie." },
        response: NO_CONTENT,
      },
    );
};
