import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { NewNomination, Nomination, NominationPatch } from "#contract/nominations.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { changeNomination, listNominations, nominate, removeNomination } from "./nominations.ts";

export const nominationRoutes = (deps: Deps) =>
  new Elysia({ name: "nominations" })
    .use(guards(deps))
    .get("/api/nominations", ({ user }) => listNominations(deps, user.id), {
      member: true,
      response: Type.Array(Nomination),
    })
    .post("/api/nominations", async ({ body, by, status }) => status(201, await nominate(deps, body, by)), {
      member: true,
      body: NewNomination,
      response: { 201: Nomination },
    })
    .patch("/api/nominations/:id", ({ params, body, by }) => changeNomination(deps, Number(params.id), body, by), {
      member: true,
      params: IdParams,
      body: NominationPatch,
      response: Nomination,
    })
    .delete(
      "/api/nominations/:id",
      ({ params, by, status }) => {
        removeNomination(deps, Number(params.id), by);
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    );
