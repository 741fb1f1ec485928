import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { NewReview, OwnReview, ShelfPage, ShelfQuery, ShelfYear } from "#contract/shelf.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { removeReview, saveReview } from "./reviews.ts";
import { readShelf, readShelfPage } from "./shelf.ts";

export const shelfRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "shelf", tag: "Shelf" })
    .get("/api/shelf", ({ query, user }) => readShelf(deps, user, query.year), {
      member: true,
      detail: { summary: "Show the shelf", description: "By year, the newest first; without coming books." },
      query: ShelfQuery,
      response: Type.Array(ShelfYear),
    })
    .get("/api/shelf/:id", ({ params, user }) => readShelfPage(deps, params.id, user), {
      member: true,
      detail: { summary: "Show a book of the shelf" },
      params: IdParams,
      response: ShelfPage,
    })
    .put("/api/books/:id/review", ({ params, body, by }) => saveReview(deps, params.id, body, by), {
      member: true,
      detail: {
        summary: "Review a book",
        description: "Stars, a text, or whether you finished it: any of them makes a review.",
      },
      params: IdParams,
      body: NewReview,
      response: OwnReview,
    })
    .delete("/api/books/:id/review", ({ params, by, status }) => status(204, done(removeReview(deps, params.id, by))), {
      member: true,
      detail: { summary: "Delete your review" },
      params: IdParams,
      response: NO_CONTENT,
    });
