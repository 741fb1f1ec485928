import { accessCalls } from "#contract/access.ts";
import { cookieRoutes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { createSignIn } from "./create-sign-in.ts";
import { findCodeOwner, makeDeviceCode, useCode } from "./device-code.ts";
import { makeResetLink, requestPasswordReset, resetByLink } from "./password-reset.ts";

export const accessRoutes = (deps: Deps) => {
  const { callerOf, beginFromDeviceCode, admit } = createSignIn(deps);
  return cookieRoutes(deps, accessCalls())
    .on("POST /api/auth/forgot", async (call) => {
      await requestPasswordReset(deps, callerOf(call), call.body);
      return { message: "If this is a member's address, a link is on its way." };
    })
    .on("POST /api/auth/reset", (call) => resetByLink(deps, callerOf(call), call.body))
    .on("POST /api/users/:id/reset-link", ({ params, actor }) => makeResetLink(deps, actor, params.id))
    .on("POST /api/auth/device", ({ actor }) => makeDeviceCode(deps, actor))
    .on("POST /api/auth/device/look", (call) => findCodeOwner(deps, callerOf(call), call.body))
    .on("POST /api/auth/device/use", async (call) =>
      admit(call, await useCode(deps, callerOf(call), call.body, (user) => beginFromDeviceCode(call, user))),
    );
};
