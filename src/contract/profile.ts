import { type Static, Type } from "@sinclair/typebox";

import { NewPassword } from "./auth.ts";
import { PASSWORD_MAX_LENGTH } from "./limits.ts";
import { DisplayName, Email } from "./users.ts";

/** Body of `PATCH /api/profile`; the answer is the `User`. */
export const ProfilePatch = Type.Partial(Type.Object({ displayName: DisplayName, email: Email }), {
  minProperties: 1,
  additionalProperties: false,
});
export type ProfilePatch = Static<typeof ProfilePatch>;

/** Body of `POST /api/profile/password`. Ends the member's other sessions (DESIGN 3). */
export const PasswordChange = Type.Object({
  currentPassword: Type.String({
    minLength: 1,
    maxLength: PASSWORD_MAX_LENGTH,
    error: "Your current password is required",
  }),
  newPassword: NewPassword,
});
export type PasswordChange = Static<typeof PasswordChange>;

/** A place where the member is signed in. */
export const SessionRow = Type.Object({
  id: Type.Integer(),
  /** Browser and system in words, e.g. 'Firefox on Android'. */
  device: Type.String(),
  /** ISO-8601 UTC. */
  createdAt: Type.String(),
  /** ISO-8601 UTC, to the hour or better. */
  lastSeenAt: Type.String(),
  /** True for the session that asks. */
  current: Type.Boolean(),
});
export type SessionRow = Static<typeof SessionRow>;
