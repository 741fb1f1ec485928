import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { NewPasskey, Passkey, PasskeyOptions, PasskeySignIn } from "#contract/passkeys.ts";
import { User } from "#contract/users.ts";
import { cookies } from "#server/access/cookies.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { createSignIn } from "./create-sign-in.ts";
import { addPasskey, passkeyOptions, passkeySignInOptions, removePasskey, signInWithPasskey } from "./passkeys.ts";

export const passkeyRoutes = (deps: Deps) => {
  const { callerOf, begin, admit } = createSignIn(deps);
  return guardedRoutes(deps, { name: "passkeys", tag: "Sign-in" })
    .use(cookies(deps.config))
    .get("/api/profile/passkeys", ({ user }) => deps.stores.passkeys.list(user.id), {
      member: true,
      detail: { summary: "List your passkeys" },
      response: Type.Array(Passkey),
    })
    .post("/api/profile/passkeys/options", ({ by }) => passkeyOptions(deps, by), {
      member: true,
      detail: {
        summary: "Begin to add a passkey",
        description: "Options for `navigator.credentials.create`, good for 10 minutes.",
      },
      throws: { conflict: "Passkeys need https." },
      response: PasskeyOptions,
    })
    .post("/api/profile/passkeys", async ({ by, body, status }) => status(201, await addPasskey(deps, by, body)), {
      member: true,
      detail: { summary: "Add a passkey" },
      throws: { conflict: "You have too many passkeys, this one already, or the club is without https." },
      body: NewPasskey,
      response: { 201: Passkey },
    })
    .delete(
      "/api/profile/passkeys/:id",
      ({ by, params, status }) => status(204, done(removePasskey(deps, by, params.id))),
      { member: true, detail: { summary: "Remove a passkey" }, params: IdParams, response: NO_CONTENT },
    )
    .post("/api/auth/passkey/options", () => passkeySignInOptions(deps), {
      open: true,
      detail: {
        summary: "Begin to sign in by a passkey",
        description: "Options for `navigator.credentials.get`, good for 10 minutes.",
      },
      throws: { conflict: "Passkeys need https." },
      response: PasskeyOptions,
    })
    .post(
      "/api/auth/passkey",
      async (call) =>
        admit(call, await signInWithPasskey(deps, call.body, callerOf(call), (user) => begin(call, user))),
      {
        open: true,
        detail: { summary: "Sign in by a passkey" },
        throws: {
          "signed-out": "The club doesn't know this passkey.",
          conflict: "Passkeys need https.",
          "too-many": "Wait after too many failed tries.",
        },
        body: PasskeySignIn,
        response: User,
      },
    );
};
