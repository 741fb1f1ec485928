import { monthCalls } from "#contract/months.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changeMonth, getMonth, listMonths } from "./months.ts";

const monthRoutes = (deps: Deps) =>
  routes(deps, monthCalls())
    .on("GET /api/months", ({ user }) => listMonths(deps, user))
    .on("GET /api/months/:month", ({ params, user }) => getMonth(deps, user, params.month))
    .on("PATCH /api/months/:month", ({ params, body, actor }) => changeMonth(deps, actor, params.month, body.message));

export const monthRouteGroups = (deps: Deps) => [monthRoutes(deps).app];
