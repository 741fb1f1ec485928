import { auditCalls } from "#contract/audit.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

export const auditRoutes = (deps: Deps) =>
  routes(deps, auditCalls()).on("GET /api/audit", ({ query }) => deps.stores.audit.list(query));
