import { type Static, Type } from "@sinclair/typebox";

import { NewPassword } from "./auth.ts";
import { PASSWORD_MAX_LENGTH } from "./limits/passwords.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { StrictObject } from "./strict-object.ts";
import { ExactText } from "./text.ts";
import { DisplayName, Email, User } from "./users.ts";

export const MailChoices = Type.Object({
  wantsMonthlyMail: Type.Boolean({ error: "Say whether you want the monthly email" }),
  wantsMeetingMail: Type.Boolean({ error: "Say whether you want emails about meetings" }),
  wantsAnnouncements: Type.Boolean({ error: "Say whether you want announcements" }),
});
export type MailChoices = Static<typeof MailChoices>;

/**
 * eReader address (null for none), whether its owner pressed the link sent there, and whether to send each month's
 * eBook (BEYOND 8 and 9).
 */
export const EreaderChoice = Type.Object({
  ereaderEmail: Nullable(Type.String()),
  ereaderConfirmed: Type.Boolean(),
  ereaderEachBook: Type.Boolean(),
});
export type EreaderChoice = Static<typeof EreaderChoice>;

const EreaderPatch = Type.Object({
  ereaderEmail: Type.Union([Type.Null(), Type.Literal(""), Email], { error: "Invalid email address" }),
  ereaderEachBook: Type.Boolean(),
});

export const EreaderLink = StrictObject({
  token: ExactText({ min: 1, max: 100, error: "This link is incomplete. Copy all of it." }),
});
export type EreaderLink = Static<typeof EreaderLink>;

export const ConfirmedEreader = Type.Object({ ereaderEmail: Type.String() });
export type ConfirmedEreader = Static<typeof ConfirmedEreader>;

/** Whether Home, reader and player say what is left until the meeting (BEYOND 9). */
export const PaceChoice = Type.Object({
  wantsPace: Type.Boolean({ error: "Say whether you want to see what's left until the meeting" }),
});
export type PaceChoice = Static<typeof PaceChoice>;

export const Profile = Type.Object({
  ...User.properties,
  ...MailChoices.properties,
  ...EreaderChoice.properties,
  /** Why the month's eBook didn't go out to the eReader. */
  ereaderRefused: Type.Optional(Type.String()),
  ...PaceChoice.properties,
});
export type Profile = Static<typeof Profile>;

export const ProfileDetails = Type.Object({ displayName: DisplayName, email: Email });
export type ProfileDetails = Static<typeof ProfileDetails>;

export const ProfilePatch = Type.Partial(
  Type.Object({
    ...ProfileDetails.properties,
    ...MailChoices.properties,
    ...EreaderPatch.properties,
    ...PaceChoice.properties,
  }),
  { minProperties: 1, additionalProperties: false },
);
export type ProfilePatch = Static<typeof ProfilePatch>;

export const PasswordChange = Type.Object({
  currentPassword: ExactText({
    min: 1,
    max: PASSWORD_MAX_LENGTH,
    error: "Your current password is required",
  }),
  newPassword: NewPassword,
});
export type PasswordChange = Static<typeof PasswordChange>;

export const SessionRow = Type.Object({
  id: Type.Integer(),
  device: Type.String(),
  createdAt: Type.String(),
  /** To the hour or better. */
  lastSeenAt: Type.String(),
  current: Type.Boolean(),
});
export type SessionRow = Static<typeof SessionRow>;

export const CalendarAddress = Type.Object({ url: Nullable(Type.String()) });
export type CalendarAddress = Static<typeof CalendarAddress>;

/** `notes` about books are deleted unless kept (BEYOND 7). */
export const AccountClosing = Type.Object({
  password: ExactText({ min: 1, max: PASSWORD_MAX_LENGTH, error: "Enter your password" }),
  notes: Type.Optional(OneOf(["keep", "remove"], "Keep or remove your notes")),
});
export type AccountClosing = Static<typeof AccountClosing>;
