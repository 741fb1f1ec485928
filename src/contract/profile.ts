import { type Static, Type } from "@sinclair/typebox";

import { NewPassword } from "./auth.ts";
import { PASSWORD_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";
import { DisplayName, Email, User } from "./users.ts";

/** Which mails a member wants. */
export const MailChoices = Type.Object({
  wantsMonthlyMail: Type.Boolean({ error: "Say whether you want the monthly email" }),
  /** Reminders and changes. */
  wantsMeetingMail: Type.Boolean({ error: "Say whether you want emails about meetings" }),
  wantsAnnouncements: Type.Boolean({ error: "Say whether you want announcements" }),
});
export type MailChoices = Static<typeof MailChoices>;

/** Where a member's e-reader takes books, null for nowhere, and whether each month's goes there (BEYOND 8). */
export const EreaderChoice = Type.Object({ ereaderEmail: Nullable(Email), ereaderEachBook: Type.Boolean() });
export type EreaderChoice = Static<typeof EreaderChoice>;

/** The same as it is sent: an empty address is none. */
const EreaderPatch = Type.Object({
  ereaderEmail: Type.Union([Email, Type.Literal(""), Type.Null()], { error: "Invalid email address" }),
  ereaderEachBook: Type.Boolean(),
});

/** Answer of `GET /api/profile` and `PATCH /api/profile`: the user, and what only they need to see. */
export const Profile = Type.Composite([User, MailChoices, EreaderChoice]);
export type Profile = Static<typeof Profile>;

/** What the form 'Your details' holds. */
export const ProfileDetails = Type.Object({ displayName: DisplayName, email: Email });
export type ProfileDetails = Static<typeof ProfileDetails>;

/** Body of `PATCH /api/profile`. */
export const ProfilePatch = Type.Partial(Type.Composite([ProfileDetails, MailChoices, EreaderPatch]), {
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

/** The secret address of a member's calendar, null when there is none (`/api/profile/calendar`, BEYOND 3). */
export const CalendarAddress = Type.Object({ url: Nullable(Type.String()) });
export type CalendarAddress = Static<typeof CalendarAddress>;

/** Body of `DELETE /api/profile` (BEYOND 7). `notes` are those in the talk about books: they go unless kept. */
export const AccountClosing = Type.Object({
  password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH, error: "Enter your password" }),
  notes: Type.Optional(
    Type.Union([Type.Literal("keep"), Type.Literal("remove")], { error: "Keep or remove your notes" }),
  ),
});
export type AccountClosing = Static<typeof AccountClosing>;
