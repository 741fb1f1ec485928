import { Type } from "@sinclair/typebox";

import { DeviceCode, DeviceOwner, Forgotten, ResetByLink, ResetLink, TypedCode } from "#contract/access.ts";
import { IdParams } from "#contract/ids.ts";
import { User } from "#contract/users.ts";
import { cookies } from "#server/access/cookies.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { createSignIn } from "./create-sign-in.ts";
import { askForReset, makeResetLink, resetByLink } from "./forgotten.ts";
import { findCodeOwner, makeDeviceCode, useCode } from "./other-device.ts";

export const accessRoutes = (deps: Deps) => {
  const { callerOf, beginByCode, admit } = createSignIn(deps);
  return guardedRoutes(deps, { name: "access", tag: "Sign-in" })
    .use(cookies(deps.config))
    .post(
      "/api/auth/forgot",
      async (call) => {
        await askForReset(deps, call.body, callerOf(call));
        return call.status(202, { message: "If this is a member's address, a link is on its way." });
      },
      {
        open: true,
        detail: {
          summary: "Ask for a link to a new password",
          description: "Answers the same whether the address is known or not.",
        },
        throws: { "too-many": "Wait after too many failed tries." },
        body: Forgotten,
        response: { 202: Type.Object({ message: Type.String() }) },
      },
    )
    .post(
      "/api/auth/reset",
      async (call) => call.status(204, done(await resetByLink(deps, call.body, callerOf(call)))),
      {
        open: true,
        detail: { summary: "Set a new password by a link", description: "Ends all sessions and signs nobody in." },
        throws: { "too-many": "Wait after too many failed tries.", "not-found": "The link has expired or was used." },
        body: ResetByLink,
        response: NO_CONTENT,
      },
    )
    .post("/api/users/:id/reset-link", ({ params, by, status }) => status(201, makeResetLink(deps, params.id, by)), {
      admin: true,
      detail: { summary: "Make a link to a new password", description: "For a member without email." },
      throws: { conflict: "It's your own account." },
      params: IdParams,
      response: { 201: ResetLink },
    })
    .post("/api/auth/device", ({ by, status }) => status(201, makeDeviceCode(deps, by)), {
      member: true,
      detail: { summary: "Make a code for another device", description: "Good for 5 minutes." },
      response: { 201: DeviceCode },
    })
    .post("/api/auth/device/look", (call) => findCodeOwner(deps, call.body, callerOf(call)), {
      open: true,
      detail: { summary: "Show whose device code it is" },
      throws: { "too-many": "Wait after too many failed tries.", "not-found": "The code has expired or was used." },
      body: TypedCode,
      response: DeviceOwner,
    })
    .post(
      "/api/auth/device/use",
      async (call) => admit(call, await useCode(deps, call.body, callerOf(call), (user) => beginByCode(call, user))),
      {
        open: true,
        detail: { summary: "Sign in by a device code" },
        throws: { "too-many": "Wait after too many failed tries.", "not-found": "The code has expired or was used." },
        body: TypedCode,
        response: User,
      },
    );
};
