import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { DeviceCode, DeviceOwner, Forgotten, ResetByLink, ResetLink, TypedCode } from "#contract/access.ts";
import { IdParams } from "#contract/ids.ts";
import { User } from "#contract/users.ts";
import { cookies } from "#server/access/cookies.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { createEntrance } from "./entrance.ts";
import { askForReset, makeResetLink, resetByLink } from "./forgotten.ts";
import { lookAtCode, makeDeviceCode, useCode } from "./other-device.ts";

export const accessRoutes = (deps: Deps) => {
  const { callerOf, begin, admit } = createEntrance(deps);
  return new Elysia({ name: "access" })
    .use(guards(deps))
    .use(cookies(deps.config))
    .post(
      "/api/auth/forgot",
      async (call) => {
        await askForReset(deps, call.body, callerOf(call));
        return call.status(202, { message: "If this is a member's address, a link is on its way." });
      },
      { open: true, body: Forgotten, response: { 202: Type.Object({ message: Type.String() }) } },
    )
    .post(
      "/api/auth/reset",
      async (call) => {
        await resetByLink(deps, call.body, callerOf(call));
        return call.status(204, undefined);
      },
      { open: true, body: ResetByLink, response: { 204: Type.Undefined() } },
    )
    .post(
      "/api/users/:id/reset-link",
      ({ params, by, status }) => status(201, makeResetLink(deps, Number(params.id), by)),
      { admin: true, params: IdParams, response: { 201: ResetLink } },
    )
    .post("/api/auth/device", ({ by, status }) => status(201, makeDeviceCode(deps, by)), {
      member: true,
      response: { 201: DeviceCode },
    })
    .post("/api/auth/device/look", (call) => lookAtCode(deps, call.body, callerOf(call)), {
      open: true,
      body: TypedCode,
      response: DeviceOwner,
    })
    .post(
      "/api/auth/device/use",
      async (call) => admit(call, await useCode(deps, call.body, callerOf(call), (user) => begin(call, user))),
      { open: true, body: TypedCode, response: User },
    );
};
