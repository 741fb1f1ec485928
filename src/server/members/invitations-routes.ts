import { invitationCalls } from "#contract/invitations.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { createInvitation, listInvitations, revokeInvitation } from "./invitations.ts";

export const invitationRoutes = (deps: Deps) =>
  routes(deps, invitationCalls())
    .on("GET /api/invitations", () => listInvitations(deps))
    .on("POST /api/invitations", ({ body, actor }) => createInvitation(deps, actor, body))
    .on("DELETE /api/invitations/:id", ({ params, actor }) => revokeInvitation(deps, actor, params.id));
