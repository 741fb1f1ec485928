import { hostCalls } from "#contract/meeting-hosts.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { listHostRotation, removeHost, setHost } from "./hosts.ts";

/** Hosts take turns (BEYOND 10). */
export const hostRoutes = (deps: Deps) =>
  routes(deps, hostCalls())
    .on("GET /api/meetings/hosts", ({ user }) => listHostRotation(deps, user))
    .on("PUT /api/meetings/:id/host", ({ params, body, actor }) => setHost(deps, actor, params.id, body ?? {}))
    .on("DELETE /api/meetings/:id/host", ({ params, actor }) => removeHost(deps, actor, params.id));
