import { Backups } from "#contract/backups.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { listBackups } from "./record.ts";

export const backupRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "backups", tag: "Server" }).get("/api/backups", () => listBackups(deps), {
    admin: true,
    detail: { summary: "Show the nightly backups" },
    response: Backups,
  });
