import { Health } from "#contract/club.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { checkHealth } from "./health.ts";

export const healthRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "health", tag: "Club" }).get("/api/health", () => checkHealth(deps), {
    open: true,
    detail: { summary: "Tell whether the club works", description: "503 when its database can't be written." },
    response: Health,
  });
