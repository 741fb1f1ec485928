import { wineCalls } from "#contract/wines.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { addWine, changeWine, likeWine, listWines, removeWine } from "./wines.ts";

export const wineRoutes = (deps: Deps) =>
  routes(deps, wineCalls())
    .on("GET /api/wines", ({ query, user }) => listWines(deps, user, query))
    .on("POST /api/wines", ({ body, actor }) => addWine(deps, actor, body))
    .on("PATCH /api/wines/:id", ({ params, body, actor }) => changeWine(deps, actor, params.id, body))
    .on("DELETE /api/wines/:id", ({ params, actor }) => removeWine(deps, actor, params.id))
    .on("PUT /api/wines/:id/like", ({ params, actor }) => likeWine(deps, actor, params.id, true))
    .on("DELETE /api/wines/:id/like", ({ params, actor }) => likeWine(deps, actor, params.id, false));
