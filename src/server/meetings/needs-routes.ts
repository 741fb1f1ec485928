import { needCalls } from "#contract/needs.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { meetingManagerGuard } from "./host-rule.ts";
import { addNeed, changeNeed, claimNeed, removeNeed, runsNeed, unclaimNeed } from "./needs.ts";

export const needRoutes = (deps: Deps) => {
  const { app } = routes(deps, needCalls(), meetingManagerGuard(deps)).on(
    "POST /api/meetings/:id/needs",
    ({ params, body, actor }) => addNeed(deps, actor, params.id, body),
  );
  const ofNeeds = routes(deps, needCalls(), runsNeed(deps))
    .on("PATCH /api/needs/:id", ({ params, body, actor }) => changeNeed(deps, actor, params.id, body))
    .on("DELETE /api/needs/:id", ({ params, actor }) => removeNeed(deps, actor, params.id))
    .on("PUT /api/needs/:id/claim", ({ params, body, actor }) => claimNeed(deps, actor, params.id, body.quantity))
    .on("DELETE /api/needs/:id/claim", ({ params, actor }) => unclaimNeed(deps, actor, params.id));
  app.use(ofNeeds.app);
  return { app };
};
