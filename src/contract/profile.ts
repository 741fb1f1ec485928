import { type Static, Type } from "@sinclair/typebox";

import { ACTIVITY_LIMIT } from "./audit.ts";
import { NewPassword, PASSWORD_MAX_LENGTH, TOO_MANY_ATTEMPTS_ERROR } from "./auth.ts";
import { defineCalls, type Limit } from "./call.ts";
import { formBody, mediaResponse } from "./media.ts";
import { ExactText } from "./text.ts";
import { Nullable, OneOf, StrictObject } from "./typebox.ts";
import { DisplayName, Email, User } from "./users.ts";

export const MailChoices = Type.Object({
  wantsMonthlyMail: Type.Boolean({ error: "Say whether you want the monthly email" }),
  wantsMeetingMail: Type.Boolean({ error: "Say whether you want emails about meetings" }),
  wantsAnnouncements: Type.Boolean({ error: "Say whether you want announcements" }),
});
export type MailChoices = Static<typeof MailChoices>;

/** `ereaderEachBook`: send each month's eBook automatically (BEYOND 8 and 9). */
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

/** Whether to show how much is left until the meeting (BEYOND 9). */
export const PaceChoice = Type.Object({
  wantsPace: Type.Boolean({ error: "Say whether you want to see what's left until the meeting" }),
});
export type PaceChoice = Static<typeof PaceChoice>;

export const Profile = Type.Object({
  ...User.properties,
  ...MailChoices.properties,
  ...EreaderChoice.properties,
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
  currentPassword: ExactText({ min: 1, max: PASSWORD_MAX_LENGTH, error: "Your current password is required" }),
  newPassword: NewPassword,
});
export type PasswordChange = Static<typeof PasswordChange>;

export const SessionRow = Type.Object({
  id: Type.Integer(),
  device: Type.String(),
  createdAt: Type.String(),
  /** Accurate to an hour. */
  lastSeenAt: Type.String(),
  current: Type.Boolean(),
});
export type SessionRow = Static<typeof SessionRow>;

export const CalendarAddress = Type.Object({ url: Nullable(Type.String()) });
export type CalendarAddress = Static<typeof CalendarAddress>;

/** Notes are deleted by default (BEYOND 7). */
export const AccountDeletion = Type.Object({
  password: ExactText({ min: 1, max: PASSWORD_MAX_LENGTH, error: "Enter your password" }),
  notes: Type.Optional(OneOf(["keep", "remove"], "Keep or remove your notes")),
});
export type AccountDeletion = Static<typeof AccountDeletion>;

export const EREADER_MAIL_LIMIT: Limit = {
  key: "eReader mail",
  max: 10,
  per: "day",
  message: "send # emails a day to your eReader",
};

export const PHOTO_LIMIT: Limit = { key: "photo", max: 20, per: "day", message: "change your photo # times a day" };

export const profileCalls = () =>
  defineCalls("Profile", "member", {
    "GET /api/profile": {
      summary: "Get your profile",
      response: Profile,
    },
    "PATCH /api/profile": {
      summary: "Update your profile",
      body: ProfilePatch,
      response: Profile,
      throws: { conflict: "The email address or the name is taken." },
      limits: [ACTIVITY_LIMIT, EREADER_MAIL_LIMIT],
    },
    "POST /api/profile/password": {
      summary: "Change your password",
      description: "Signs out your other devices.",
      body: PasswordChange,
      response: User,
      throws: TOO_MANY_ATTEMPTS_ERROR,
    },
    "POST /api/profile/photo": {
      summary: "Change your photo",
      body: formBody("A JPEG, PNG, WebP or GIF of at most 30 MB.", ["photo"]),
      response: User,
      limits: [PHOTO_LIMIT],
    },
    "DELETE /api/profile/photo": {
      summary: "Delete your photo",
    },
    "GET /api/profile/sessions": {
      summary: "List your sessions",
      response: Type.Array(SessionRow),
    },
    "DELETE /api/profile/sessions/:id": {
      summary: "Sign out another device",
    },
    "GET /api/profile/export": {
      summary: "Export your data",
      response: mediaResponse("A ZIP of JSON files, with your photo.", "application/zip"),
    },
    "DELETE /api/profile": {
      summary: "Delete your account",
      body: AccountDeletion,
      throws: {
        forbidden: "The password isn't right.",
        conflict: "You're the last admin.",
        ...TOO_MANY_ATTEMPTS_ERROR,
      },
    },
  });

export const ereaderCalls = () =>
  defineCalls("eReader", "member", {
    "POST /api/books/:id/send": {
      summary: "Email an eBook to your eReader",
      status: 202,
      response: Type.Object({}),
      throws: { conflict: NO_ADDRESS, "too-large": "The eBook is larger than 7 MB." },
      limits: [EREADER_MAIL_LIMIT],
    },
    "POST /api/profile/ereader/test": {
      summary: "Email a test page to your eReader",
      status: 202,
      response: Type.Object({}),
      throws: { conflict: NO_ADDRESS },
      limits: [EREADER_MAIL_LIMIT],
    },
    "POST /api/profile/ereader/link": {
      summary: "Resend the link to confirm your eReader",
      status: 202,
      response: Type.Object({}),
      throws: { conflict: "You have no eReader address to confirm, or the club sends no email." },
      limits: [EREADER_MAIL_LIMIT],
    },
    "POST /api/ereader/confirm": {
      by: "visitor",
      summary: "Confirm an eReader with its link",
      description: "The link expires after a day.",
      body: EreaderLink,
      response: ConfirmedEreader,
      throws: { "not-found": "The link doesn't work." },
    },
  });

const NO_ADDRESS = "You have no eReader address, or the club sends no email.";
