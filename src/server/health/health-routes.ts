import { Health } from "#contract/club.ts";
import { findCaller } from "#server/access/caller.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { checkHealth } from "./health.ts";

export const healthRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "health", tag: "Club" }).get(
    "/api/health",
    ({ request }) => checkHealth(deps, findCaller(deps, request, "member")?.user.isAdmin),
    {
      open: true,
      detail: {
        summary: "Tell whether the club works",
        description:
          "503 when its database can't be written, or while a new version upgrades it. `incomplete` while a folder of books or pictures is missing, which is named for admins.",
      },
      response: Health,
    },
  );
