import { planCalls } from "#contract/plan.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { readPlan } from "./plan.ts";

export const planRoutes = (deps: Deps) =>
  routes(deps, planCalls()).on("GET /api/books/:id/plan", ({ user, params }) => readPlan(deps, user, params.id));
