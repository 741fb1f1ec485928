import { nominationCalls } from "#contract/nominations.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changeNomination, listNominations, nominate, removeNomination } from "./nominations.ts";

export const nominationRoutes = (deps: Deps) =>
  routes(deps, nominationCalls())
    .on("GET /api/nominations", ({ query, user }) => listNominations(deps, user, query))
    .on("POST /api/nominations", ({ body, actor }) => nominate(deps, body, actor))
    .on("PATCH /api/nominations/:id", ({ params, body, actor }) => changeNomination(deps, params.id, body, actor))
    .on("DELETE /api/nominations/:id", ({ params, actor }) => removeNomination(deps, params.id, actor));
