import { Elysia } from "elysia";

import { Club, Health } from "#contract/club.ts";
import { clubFacts } from "#server/club/club.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/http/guards.ts";

import { checkHealth } from "./health.ts";

export const healthRoutes = (deps: Deps) =>
  new Elysia({ name: "health" })
    .use(guards(deps))
    .get("/api/health", () => checkHealth(deps), { open: true, response: Health })
    .get("/api/club", () => clubFacts(deps), { open: true, response: Club });
