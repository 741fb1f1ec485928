import { shelfCalls } from "#contract/shelf.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { removeReview, saveReview } from "./reviews.ts";
import { readShelf, readShelfPage } from "./shelf.ts";

export const shelfRoutes = (deps: Deps) =>
  routes(deps, shelfCalls())
    .on("GET /api/shelf", ({ query, user }) => readShelf(deps, user, query.year))
    .on("GET /api/shelf/:id", ({ params, user }) => readShelfPage(deps, user, params.id))
    .on("PUT /api/books/:id/review", ({ params, body, actor }) => saveReview(deps, actor, params.id, body))
    .on("DELETE /api/books/:id/review", ({ params, actor }) => removeReview(deps, actor, params.id));
