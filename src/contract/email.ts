import { type Static, Type } from "@sinclair/typebox";

import { CountsOf } from "./counts-of.ts";
import { ANNOUNCEMENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from "./limits/email.ts";
import { Month } from "./month.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { PageLimit, PageOffset } from "./paging.ts";
import { StrictObject } from "./strict-object.ts";
import { LineText, LongText } from "./text.ts";
import { EmailText } from "./users.ts";

const Moment = Type.String();

/** SPEC 3. Holds no secrets. */
export const EmailStatus = Type.Object({
  enabled: Type.Boolean(),
  /** Through Amazon SES, or a mail server. */
  way: OneOf(["ses", "smtp"]),
  /** The mail server's name, with SMTP; then the keys are its name and password (BEYOND 12). */
  region: Nullable(Type.String()),
  fromEmail: Nullable(Type.String()),
  hasAccessKey: Type.Boolean(),
  hasSecretKey: Type.Boolean(),
  configured: Type.Boolean(),
  missing: Type.Array(Type.String()),
  /** While enabled; in the past when a missed one is being sent. */
  nextMonthly: Moment,
  pause: Nullable(Type.Object({ reason: Type.String(), until: Moment })),
});
export type EmailStatus = Static<typeof EmailStatus>;

export const EmailConfigPatch = StrictObject({ enabled: Type.Boolean({ error: "Say whether to enable the service" }) });
export type EmailConfigPatch = Static<typeof EmailConfigPatch>;

export const TestEmail = Type.Object({
  email: EmailText("Please enter an email address"),
});
export type TestEmail = Static<typeof TestEmail>;

/** Each is sent at most once per person and subject (BEYOND 3). */
export const MailKind = OneOf([
  "monthly",
  "welcome",
  "reminder",
  "meeting-changed",
  "meeting-dates",
  "announcement",
  "month-unready",
  "password-reset",
  "address-changed",
  "sign-in-changed",
  "ereader-link",
]);
export type MailKind = Static<typeof MailKind>;

export const PreviewKind = OneOf(["monthly", "welcome"]);
export type PreviewKind = Static<typeof PreviewKind>;

export const PreviewQuery = Type.Object({ month: Type.Optional(Month) });
export type PreviewQuery = Static<typeof PreviewQuery>;

export const NewAnnouncement = StrictObject({
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
});
export type NewAnnouncement = Static<typeof NewAnnouncement>;

export const SentAnnouncement = Type.Object({ id: Type.Integer(), reaches: Type.Integer() });
export type SentAnnouncement = Static<typeof SentAnnouncement>;

/** `unknown`: interrupted or unanswered while being sent; never resent automatically. */
const STATES = ["queued", "sending", "sent", "failed", "unknown"] as const;

export const OutboxState = OneOf(STATES);
export type OutboxState = Static<typeof OutboxState>;

export const OutboxRow = Type.Object({
  id: Type.Integer(),
  kind: MailKind,
  period: Type.String(),
  state: OutboxState,
  /** Why it failed or waits; else empty. */
  reason: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  changedAt: Moment,
});
export type OutboxRow = Static<typeof OutboxRow>;

/** This month by default; the first 299 rows unless paged. */
export const OutboxQuery = Type.Object({
  period: Type.Optional(Month),
  state: Type.Optional(OutboxState),
  limit: Type.Optional(PageLimit),
  offset: Type.Optional(PageOffset),
});
export type OutboxQuery = Static<typeof OutboxQuery>;

export const Outbox = Type.Object({
  period: Type.String(),
  periods: Type.Array(Type.String()),
  rows: Type.Array(OutboxRow),
});
export type Outbox = Static<typeof Outbox>;

export const OutboxCounts = CountsOf(STATES);
export type OutboxCounts = Static<typeof OutboxCounts>;

export const MonthlyRun = Type.Object({
  ...OutboxCounts.properties,
  period: Type.String(),
  running: Type.Boolean(),
  total: Type.Integer(),
  pause: Type.Index(EmailStatus, ["pause"]),
});
export type MonthlyRun = Static<typeof MonthlyRun>;

export const Audience = Type.Object({
  period: Type.String(),
  members: Type.Integer(),
  /** Members who want it and haven't gotten it yet. */
  willReach: Type.Integer(),
  alreadySent: Type.Integer(),
  optedOut: Type.Integer(),
  unknown: Type.Integer(),
});
export type Audience = Static<typeof Audience>;

export const MailPreview = Type.Object({
  subject: Type.String(),
  from: Type.String(),
  text: Type.String(),
  html: Type.String(),
});
export type MailPreview = Static<typeof MailPreview>;
