import { Club } from "#contract/club.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { clubFacts } from "./club.ts";

export const clubRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "club", tag: "Club" }).get("/api/club", () => clubFacts(deps), {
    open: true,
    detail: { summary: "Show the facts every page needs" },
    response: Club,
  });
