import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { NewPasskey, Passkey, PasskeyOptions, PasskeySignIn } from "#contract/passkeys.ts";
import { User } from "#contract/users.ts";
import { cookies } from "#server/access/cookies.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { createEntrance } from "./entrance.ts";
import { addPasskey, passkeyOptions, passkeySignInOptions, removePasskey, signInWithPasskey } from "./passkeys.ts";

export const passkeyRoutes = (deps: Deps) => {
  const { callerOf, begin, admit } = createEntrance(deps);
  return new Elysia({ name: "passkeys" })
    .use(guards(deps))
    .use(cookies(deps.config))
    .get("/api/profile/passkeys", ({ user }) => deps.stores.passkeys.list(user.id), {
      member: true,
      response: Type.Array(Passkey),
    })
    .post("/api/profile/passkeys/options", ({ by }) => passkeyOptions(deps, by), {
      member: true,
      response: PasskeyOptions,
    })
    .post("/api/profile/passkeys", async ({ by, body, status }) => status(201, await addPasskey(deps, by, body)), {
      member: true,
      body: NewPasskey,
      response: { 201: Passkey },
    })
    .delete(
      "/api/profile/passkeys/:id",
      ({ by, params, status }) => {
        removePasskey(deps, by, Number(params.id));
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    )
    .post("/api/auth/passkey/options", () => passkeySignInOptions(deps), { open: true, response: PasskeyOptions })
    .post(
      "/api/auth/passkey",
      async (call) =>
        admit(call, await signInWithPasskey(deps, call.body, callerOf(call), (user) => begin(call, user))),
      { open: true, body: PasskeySignIn, response: User },
    );
};
