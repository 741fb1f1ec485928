import { findCaller } from "#server/access/caller.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { listBackups } from "#server/operations/backups/backup-status.ts";
import { checkHealth } from "#server/operations/health/health.ts";
import { getStorage } from "#server/storage/storage.ts";

export const operationRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/audit", ({ query }) => deps.stores.audit.list(query))
    .on("GET /api/backups", () => listBackups(deps))
    .on("GET /api/storage", () => getStorage(deps))
    .on("GET /api/health", ({ request }) => checkHealth(deps, findCaller(deps, "member", request)?.user.isAdmin));
