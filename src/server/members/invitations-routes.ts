import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { CreatedInvitation, Invitation, NewInvitation } from "#contract/invitations.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { createInvitation, listInvitations, revokeInvitation } from "./invitations.ts";

export const invitationRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "invitations", tag: "Members" })
    .get("/api/invitations", () => listInvitations(deps), {
      admin: true,
      detail: { summary: "List invitations" },
      response: Type.Array(Invitation),
    })
    .post("/api/invitations", ({ body, by, status }) => status(201, createInvitation(deps, body, by)), {
      admin: true,
      detail: { summary: "Make an invitation", description: "Its code is shown only once." },
      body: NewInvitation,
      response: { 201: CreatedInvitation },
    })
    .delete(
      "/api/invitations/:id",
      ({ params, by, status }) => status(204, done(revokeInvitation(deps, params.id, by))),
      {
        admin: true,
        detail: { summary: "Revoke an invitation" },
        params: IdParams,
        response: NO_CONTENT,
      },
    );
