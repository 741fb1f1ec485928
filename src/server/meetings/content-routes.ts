import { contentCalls } from "#contract/content.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changeContent, readContent } from "./content.ts";

export const contentRoutes = (deps: Deps) =>
  routes(deps, contentCalls())
    .on("GET /api/content", () => readContent(deps))
    .on("PATCH /api/content", ({ body, actor }) => changeContent(deps, actor, body));
