import { auditCalls } from "#contract/audit.ts";
import { healthCalls } from "#contract/club.ts";
import { backupCalls, storageCalls } from "#contract/operations.ts";
import { findCaller } from "#server/access/caller.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { listBackups } from "#server/operations/backups/backup-status.ts";
import { checkHealth } from "#server/operations/health/health.ts";
import { getStorage } from "#server/storage/storage.ts";

const auditRoutes = (deps: Deps) =>
  routes(deps, auditCalls()).on("GET /api/audit", ({ query }) => deps.stores.audit.list(query));

const backupRoutes = (deps: Deps) => routes(deps, backupCalls()).on("GET /api/backups", () => listBackups(deps));

const healthRoutes = (deps: Deps) =>
  routes(deps, healthCalls()).on("GET /api/health", ({ request }) =>
    checkHealth(deps, findCaller(deps, "member", request)?.user.isAdmin),
  );

const storageRoutes = (deps: Deps) => routes(deps, storageCalls()).on("GET /api/storage", () => getStorage(deps));

export const operationRouteGroups = (deps: Deps) => [
  auditRoutes(deps).app,
  backupRoutes(deps).app,
  healthRoutes(deps).app,
  storageRoutes(deps).app,
];
