import { healthCalls } from "#contract/health.ts";
import { findCaller } from "#server/access/caller.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { checkHealth } from "./health.ts";

export const healthRoutes = (deps: Deps) =>
  routes(deps, healthCalls()).on("GET /api/health", ({ request }) =>
    checkHealth(deps, findCaller(deps, "member", request)?.user.isAdmin),
  );
