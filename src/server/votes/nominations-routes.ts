import { nominationCalls } from "#contract/nominations.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changeNomination, listNominations, nominate, removeNomination } from "./nominations.ts";

export const nominationRoutes = (deps: Deps) =>
  routes(deps, nominationCalls())
    .on("GET /api/nominations", ({ query, user }) => listNominations(deps, user, query))
    .on("POST /api/nominations", ({ body, actor }) => nominate(deps, actor, body))
    .on("PATCH /api/nominations/:id", ({ params, body, actor }) => changeNomination(deps, actor, params.id, body))
    .on("DELETE /api/nominations/:id", ({ params, actor }) => removeNomination(deps, actor, params.id));
