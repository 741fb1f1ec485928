import { pushCalls } from "#contract/push.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { showPushKey, subscribe, unsubscribe } from "./push.ts";

export const pushRoutes = (deps: Deps) =>
  routes(deps, pushCalls())
    .on("GET /api/push/key", ({ actor }) => showPushKey(deps, actor))
    .on("POST /api/profile/push", ({ actor, body }) => subscribe(deps, actor, body))
    .on("DELETE /api/profile/push", ({ actor, body }) => unsubscribe(deps, actor, body));
