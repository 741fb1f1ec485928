import { type Static, Type } from "@sinclair/typebox";

import { ANNOUNCEMENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from "./limits.ts";
import { Month } from "./month.ts";
import { Nullable } from "./nullable.ts";
import { PageLimit, PageOffset } from "./paging.ts";
import { LineText, LongText } from "./text.ts";
import { Email } from "./users.ts";

/** ISO-8601 UTC. */
const Moment = Type.String();

/** State of the email service (SPEC 3). No secret is in it. */
export const EmailStatus = Type.Object({
  enabled: Type.Boolean(),
  region: Nullable(Type.String()),
  fromEmail: Nullable(Type.String()),
  hasAccessKey: Type.Boolean(),
  hasSecretKey: Type.Boolean(),
  /** Region, both keys and the from address are all set. */
  configured: Type.Boolean(),
  /** Names of the settings that are not set. */
  missing: Type.Array(Type.String()),
  /** When the next monthly email is due while the service is enabled; a time gone by when one is being made up for. */
  nextMonthly: Moment,
  /** Why sending paused and when it resumes on its own, or null. */
  pause: Nullable(Type.Object({ reason: Type.String(), until: Moment })),
});
export type EmailStatus = Static<typeof EmailStatus>;

/** Body of `PATCH /api/email/config`. */
export const EmailConfigPatch = Type.Object(
  { enabled: Type.Boolean({ error: "Say whether the service is to be enabled" }) },
  { additionalProperties: false },
);
export type EmailConfigPatch = Static<typeof EmailConfigPatch>;

/** Body of `POST /api/email/test` (SPEC 5). */
export const TestEmail = Type.Object({
  email: Type.RegExp(new RegExp(Email.source, Email.flags), {
    maxLength: 254,
    error: "Invalid email address",
    emptyError: "Please enter an email address",
  }),
});
export type TestEmail = Static<typeof TestEmail>;

/** What mails are for. Each goes out at most once for a person and what it is about (BEYOND 3). */
export const MailKind = Type.Union([
  Type.Literal("monthly"),
  Type.Literal("welcome"),
  Type.Literal("reminder"),
  Type.Literal("meeting-changed"),
  Type.Literal("announcement"),
  Type.Literal("month-unready"),
  Type.Literal("password-reset"),
]);
export type MailKind = Static<typeof MailKind>;

/** The mails that can be looked at before they go out. */
export const PreviewKind = Type.Union([Type.Literal("monthly"), Type.Literal("welcome")]);
export type PreviewKind = Static<typeof PreviewKind>;

/** Query of `GET /api/email/preview/{kind}`: the month whose mail is shown; this one when left out. */
export const PreviewQuery = Type.Object({ month: Type.Optional(Month) });
export type PreviewQuery = Static<typeof PreviewQuery>;

/** Body of `POST /api/email/announcements`. */
export const NewAnnouncement = Type.Object(
  {
    subject: LineText({
      max: SUBJECT_MAX_LENGTH,
      required: true,
      error: `The subject must be one line of 1 to ${SUBJECT_MAX_LENGTH} characters`,
    }),
    message: LongText({
      max: ANNOUNCEMENT_MAX_LENGTH,
      required: true,
      error: `The message must have 1 to ${ANNOUNCEMENT_MAX_LENGTH} characters`,
    }),
  },
  { additionalProperties: false },
);
export type NewAnnouncement = Static<typeof NewAnnouncement>;

/** Answer of `POST /api/email/announcements`: how many members it goes to. */
export const SentAnnouncement = Type.Object({ id: Type.Integer(), reaches: Type.Integer() });
export type SentAnnouncement = Static<typeof SentAnnouncement>;

/** `unknown`: the club stopped, or the mail service did not answer, while it was being sent; never sent again on its own. */
export const OutboxState = Type.Union([
  Type.Literal("queued"),
  Type.Literal("sending"),
  Type.Literal("sent"),
  Type.Literal("failed"),
  Type.Literal("unknown"),
]);
export type OutboxState = Static<typeof OutboxState>;

/** What became of one mail to one member. */
export const OutboxRow = Type.Object({
  id: Type.Integer(),
  kind: MailKind,
  period: Type.String(),
  state: OutboxState,
  /** A sentence on why it failed or waits; else empty. */
  reason: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  changedAt: Moment,
});
export type OutboxRow = Static<typeof OutboxRow>;

/** Query of `GET /api/email/outbox`: this month unless told otherwise, whole unless a page is asked for. */
export const OutboxQuery = Type.Object({
  period: Type.Optional(Month),
  state: Type.Optional(OutboxState),
  limit: Type.Optional(PageLimit),
  offset: Type.Optional(PageOffset),
});
export type OutboxQuery = Static<typeof OutboxQuery>;

/** Answer of `GET /api/email/outbox`. */
export const Outbox = Type.Object({
  period: Type.String(),
  /** Months that have mails, the newest first. */
  periods: Type.Array(Type.String()),
  rows: Type.Array(OutboxRow),
});
export type Outbox = Static<typeof Outbox>;

export const OutboxCounts = Type.Object({
  queued: Type.Integer(),
  sending: Type.Integer(),
  sent: Type.Integer(),
  failed: Type.Integer(),
  unknown: Type.Integer(),
});
export type OutboxCounts = Static<typeof OutboxCounts>;

/** How far this month's mail has come: `GET /api/email/run`, and the answer of `POST /api/email/trigger-monthly`. */
export const MonthlyRun = Type.Composite([
  OutboxCounts,
  Type.Object({
    period: Type.String(),
    /** True while mails wait or are being sent; then the trigger answers 409. */
    running: Type.Boolean(),
    total: Type.Integer(),
    pause: Type.Index(EmailStatus, ["pause"]),
  }),
]);
export type MonthlyRun = Static<typeof MonthlyRun>;

/** Whom the monthly email would reach now (`GET /api/email/audience`). */
export const Audience = Type.Object({
  period: Type.String(),
  members: Type.Integer(),
  /** Members who want it and do not have it yet. */
  willReach: Type.Integer(),
  alreadySent: Type.Integer(),
  optedOut: Type.Integer(),
  unknown: Type.Integer(),
});
export type Audience = Static<typeof Audience>;

/** A mail as it would go to the admin who asks (`GET /api/email/preview/{kind}`). */
export const MailPreview = Type.Object({
  subject: Type.String(),
  from: Type.String(),
  text: Type.String(),
  /** Whole document; pictures inside it as `data:` addresses. */
  html: Type.String(),
});
export type MailPreview = Static<typeof MailPreview>;
