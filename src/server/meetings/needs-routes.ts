import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { Need, NeedPatch, NewClaim, NewNeed } from "#contract/meetings.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { addNeed, changeNeed, claimNeed, removeNeed, unclaimNeed } from "./needs.ts";

export const needRoutes = (deps: Deps) =>
  new Elysia({ name: "needs" })
    .use(guards(deps))
    .post(
      "/api/meetings/:id/needs",
      ({ params, body, by, status }) => status(201, addNeed(deps, Number(params.id), body, by)),
      { admin: true, params: IdParams, body: NewNeed, response: { 201: Need } },
    )
    .patch("/api/needs/:id", ({ params, body, by }) => changeNeed(deps, Number(params.id), body, by), {
      admin: true,
      params: IdParams,
      body: NeedPatch,
      response: Need,
    })
    .delete(
      "/api/needs/:id",
      ({ params, by, status }) => {
        removeNeed(deps, Number(params.id), by);
        return status(204, undefined);
      },
      { admin: true, params: IdParams, response: { 204: Type.Undefined() } },
    )
    .put("/api/needs/:id/claim", ({ params, body, by }) => claimNeed(deps, Number(params.id), body.quantity, by), {
      member: true,
      params: IdParams,
      body: NewClaim,
      response: Need,
    })
    .delete(
      "/api/needs/:id/claim",
      ({ params, by, status }) => {
        unclaimNeed(deps, Number(params.id), by);
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    );
