import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { NewWine, Wine, WinePatch, WinesQuery } from "#contract/wines.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { addWine, changeWine, likeWine, listWines, removeWine } from "./wines.ts";

export const wineRoutes = (deps: Deps) =>
  new Elysia({ name: "wines" })
    .use(guards(deps))
    .get(
      "/api/wines",
      ({ query, user }) =>
        listWines(deps, user, {
          ...(query.bookId && { bookId: Number(query.bookId) }),
          ...(query.before && { before: Number(query.before) }),
          ...(query.limit && { limit: Number(query.limit) }),
        }),
      { member: true, query: WinesQuery, response: Type.Array(Wine) },
    )
    .post("/api/wines", ({ body, by, status }) => status(201, addWine(deps, body, by)), {
      member: true,
      body: NewWine,
      response: { 201: Wine },
    })
    .patch("/api/wines/:id", ({ params, body, by }) => changeWine(deps, Number(params.id), body, by), {
      member: true,
      params: IdParams,
      body: WinePatch,
      response: Wine,
    })
    .delete(
      "/api/wines/:id",
      ({ params, by, status }) => {
        removeWine(deps, Number(params.id), by);
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    )
    .put("/api/wines/:id/like", ({ params, by }) => likeWine(deps, Number(params.id), true, by), {
      member: true,
      params: IdParams,
      response: Wine,
    })
    .delete("/api/wines/:id/like", ({ params, by }) => likeWine(deps, Number(params.id), false, by), {
      member: true,
      params: IdParams,
      response: Wine,
    });
