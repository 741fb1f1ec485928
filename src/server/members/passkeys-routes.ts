import { passkeyCalls } from "#contract/passkeys.ts";
import { cookieRoutes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { createSignIn } from "./create-sign-in.ts";
import { addPasskey, passkeyOptions, passkeySignInOptions, removePasskey, signInWithPasskey } from "./passkeys.ts";

export const passkeyRoutes = (deps: Deps) => {
  const { callerOf, begin, admit } = createSignIn(deps);
  return cookieRoutes(deps, passkeyCalls())
    .on("GET /api/profile/passkeys", ({ user }) => deps.stores.passkeys.list(user.id))
    .on("POST /api/profile/passkeys/options", ({ actor }) => passkeyOptions(deps, actor))
    .on("POST /api/profile/passkeys", ({ actor, body }) => addPasskey(deps, actor, body))
    .on("DELETE /api/profile/passkeys/:id", ({ actor, params }) => removePasskey(deps, actor, params.id))
    .on("POST /api/auth/passkey/options", () => passkeySignInOptions(deps))
    .on("POST /api/auth/passkey", async (call) =>
      admit(call, await signInWithPasskey(deps, callerOf(call), call.body, (user) => begin(call, user))),
    );
};
