import { Elysia } from "elysia";

import { Club, Health } from "#contract/club.ts";
import { guards } from "#server/access/guards.ts";
import { clubFacts } from "#server/club/club.ts";
import type { Deps } from "#server/deps.ts";

import { checkHealth } from "./health.ts";

export const healthRoutes = (deps: Deps) =>
  new Elysia({ name: "health" })
    .use(guards(deps))
    .get("/api/health", () => checkHealth(deps), { open: true, response: Health })
    .get("/api/club", () => clubFacts(deps), { open: true, response: Club });
