import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { Integer, Nullable, OneOf, StrictObject } from "./typebox.ts";

export const NewInvitation = StrictObject({
  uses: Type.Optional(Integer(1, 1000, "Uses must be 1 to 1000")),
  expiresInDays: Type.Optional(Integer(1, 365, "An invitation lasts 1 to 365 days")),
  isAdmin: Type.Optional(Type.Boolean()),
});
export type NewInvitation = Static<typeof NewInvitation>;

export const Invitation = Type.Object({
  id: Type.Integer(),
  isAdmin: Type.Boolean(),
  uses: Type.Integer(),
  used: Type.Integer(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  revokedAt: Nullable(Type.String()),
  status: OneOf(["open", "used up", "expired", "revoked"]),
  madeBy: Nullable(Type.String()),
  joined: Type.Array(Type.String()),
});
export type Invitation = Static<typeof Invitation>;

export const CreatedInvitation = Type.Object({
  ...Invitation.properties,
  code: Type.String(),
  link: Type.String(),
});
export type CreatedInvitation = Static<typeof CreatedInvitation>;

export const invitationCalls = () =>
  defineCalls("Members", "admin", {
    "GET /api/invitations": {
      summary: "List invitations",
      response: Type.Array(Invitation),
    },
    "POST /api/invitations": {
      summary: "Create an invitation",
      description: "Its code is shown only once.",
      body: NewInvitation,
      status: 201,
      response: CreatedInvitation,
    },
    "DELETE /api/invitations/:id": {
      summary: "Revoke an invitation",
    },
  });
