import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams } from "#contract/ids.ts";
import { NewReview, OwnReview, ShelfPage, ShelfQuery, ShelfYear } from "#contract/shelf.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { removeReview, saveReview } from "./reviews.ts";
import { readShelf, readShelfPage } from "./shelf.ts";

export const shelfRoutes = (deps: Deps) =>
  new Elysia({ name: "shelf" })
    .use(guards(deps))
    .get("/api/shelf", ({ query, user }) => readShelf(deps, user, query.year), {
      member: true,
      query: ShelfQuery,
      response: Type.Array(ShelfYear),
    })
    .get("/api/shelf/:id", ({ params, user }) => readShelfPage(deps, Number(params.id), user), {
      member: true,
      params: IdParams,
      response: ShelfPage,
    })
    .put("/api/books/:id/review", ({ params, body, by }) => saveReview(deps, Number(params.id), body, by), {
      member: true,
      params: IdParams,
      body: NewReview,
      response: OwnReview,
    })
    .delete(
      "/api/books/:id/review",
      ({ params, by, status }) => {
        removeReview(deps, Number(params.id), by);
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    );
