import { auditCalls } from "#contract/audit.ts";
import { clubCalls } from "#contract/club.ts";
import { serverCalls } from "#contract/operations.ts";
import { findCaller } from "#server/access/caller.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { listBackups } from "#server/operations/backups/backup-status.ts";
import { checkHealth } from "#server/operations/health/health.ts";
import { getStorage } from "#server/storage/storage.ts";

const auditRoutes = (deps: Deps) =>
  routes(deps, auditCalls()).on("GET /api/audit", ({ query }) => deps.stores.audit.list(query));

const serverRoutes = (deps: Deps) =>
  routes(deps, serverCalls())
    .on("GET /api/backups", () => listBackups(deps))
    .on("GET /api/storage", () => getStorage(deps));

const healthRoutes = (deps: Deps) =>
  routes(deps, clubCalls()).on("GET /api/health", ({ request }) =>
    checkHealth(deps, findCaller(deps, "member", request)?.user.isAdmin),
  );

export const operationRouteGroups = (deps: Deps) => [
  auditRoutes(deps).app,
  serverRoutes(deps).app,
  healthRoutes(deps).app,
];
