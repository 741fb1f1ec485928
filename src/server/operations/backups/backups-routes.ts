import { backupCalls } from "#contract/backups.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { listBackups } from "./backup-status.ts";

export const backupRoutes = (deps: Deps) => routes(deps, backupCalls()).on("GET /api/backups", () => listBackups(deps));
