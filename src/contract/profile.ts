import { type Static, Type } from "@sinclair/typebox";

import { NewPassword } from "./auth.ts";
import { PASSWORD_MAX_LENGTH } from "./limits.ts";
import { DisplayName, Email, User } from "./users.ts";

/** Answer of `GET /api/profile` and `PATCH /api/profile`: the user, and what only they need to see. */
export const Profile = Type.Composite([User, Type.Object({ wantsMonthlyMail: Type.Boolean() })]);
export type Profile = Static<typeof Profile>;

/** What the form 'Your details' holds. */
export const ProfileDetails = Type.Object({ displayName: DisplayName, email: Email });
export type ProfileDetails = Static<typeof ProfileDetails>;

const MailChoice = Type.Object({
  wantsMonthlyMail: Type.Boolean({ error: "Say whether you want the monthly e-mail" }),
});

/** Body of `PATCH /api/profile`. */
export const ProfilePatch = Type.Partial(Type.Composite([ProfileDetails, MailChoice]), {
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
