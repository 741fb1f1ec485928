import { clubCalls } from "#contract/club.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { clubFacts } from "./club.ts";

export const clubRoutes = (deps: Deps) => routes(deps, clubCalls()).on("GET /api/club", () => clubFacts(deps));
