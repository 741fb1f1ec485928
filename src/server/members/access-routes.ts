import { accessCalls } from "#contract/access.ts";
import { cookieRoutes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { createSignIn } from "./create-sign-in.ts";
import { askForReset, makeResetLink, resetByLink } from "./forgotten.ts";
import { findCodeOwner, makeDeviceCode, useCode } from "./other-device.ts";

export const accessRoutes = (deps: Deps) => {
  const { callerOf, beginByCode, admit } = createSignIn(deps);
  return cookieRoutes(deps, accessCalls())
    .on("POST /api/auth/forgot", async (call) => {
      await askForReset(deps, call.body, callerOf(call));
      return { message: "If this is a member's address, a link is on its way." };
    })
    .on("POST /api/auth/reset", (call) => resetByLink(deps, call.body, callerOf(call)))
    .on("POST /api/users/:id/reset-link", ({ params, actor }) => makeResetLink(deps, params.id, actor))
    .on("POST /api/auth/device", ({ actor }) => makeDeviceCode(deps, actor))
    .on("POST /api/auth/device/look", (call) => findCodeOwner(deps, call.body, callerOf(call)))
    .on("POST /api/auth/device/use", async (call) =>
      admit(call, await useCode(deps, call.body, callerOf(call), (user) => beginByCode(call, user))),
    );
};
