import { wineCalls } from "#contract/wines.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { addWine, changeWine, likeWine, listWines, removeWine } from "./wines.ts";

export const wineRoutes = (deps: Deps) =>
  routes(deps, wineCalls())
    .on("GET /api/wines", ({ query, user }) => listWines(deps, user, query))
    .on("POST /api/wines", ({ body, actor }) => addWine(deps, body, actor))
    .on("PATCH /api/wines/:id", ({ params, body, actor }) => changeWine(deps, params.id, body, actor))
    .on("DELETE /api/wines/:id", ({ params, actor }) => removeWine(deps, params.id, actor))
    .on("PUT /api/wines/:id/like", ({ params, actor }) => likeWine(deps, params.id, true, actor))
    .on("DELETE /api/wines/:id/like", ({ params, actor }) => likeWine(deps, params.id, false, actor));
