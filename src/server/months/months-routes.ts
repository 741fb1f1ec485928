import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { getMonth, listMonths, updateMonth } from "./months.ts";

export const monthRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/months", ({ user }) => listMonths(deps, user))
    .on("GET /api/months/:month", ({ params, user }) => getMonth(deps, user, params.month))
    .on("PATCH /api/months/:month", ({ params, body, actor }) => updateMonth(deps, actor, params.month, body));
