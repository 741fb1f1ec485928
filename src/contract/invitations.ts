import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

/** Body of `POST /api/invitations`. */
export const NewInvitation = Type.Object(
  {
    uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, error: "Uses must be 1 to 1000" })),
    expiresInDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 365, error: "An invitation lasts 1 to 365 days" }),
    ),
    isAdmin: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type NewInvitation = Static<typeof NewInvitation>;

/** An invitation as admins list it. The code itself is shown once, when it is made. */
export const Invitation = Type.Object({
  id: Type.Integer(),
  isAdmin: Type.Boolean(),
  uses: Type.Integer(),
  used: Type.Integer(),
  /** ISO-8601 UTC. */
  createdAt: Type.String(),
  expiresAt: Type.String(),
  revokedAt: Nullable(Type.String()),
  status: Type.Union([Type.Literal("open"), Type.Literal("used up"), Type.Literal("expired"), Type.Literal("revoked")]),
  /** Display name of who made it; null for the operator, and when that account is gone. */
  madeBy: Nullable(Type.String()),
  /** Display names of those who joined by it. */
  joined: Type.Array(Type.String()),
});
export type Invitation = Static<typeof Invitation>;

/** Answer of `POST /api/invitations`: the only time the code is shown. */
export const CreatedInvitation = Type.Composite([
  Invitation,
  Type.Object({ code: Type.String(), /** Full address that fills the form. */ link: Type.String() }),
]);
export type CreatedInvitation = Static<typeof CreatedInvitation>;
