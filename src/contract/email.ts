import { type Static, Type } from "@sinclair/typebox";

import { defineCalls, type Limit } from "./call.ts";
import { PageLimit, PageOffset } from "./ids.ts";
import { ANNOUNCEMENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from "./limits.ts";
import { mediaResponse } from "./media.ts";
import { ExactText, LineText, LongText, Month } from "./text.ts";
import { FieldsOf, Nullable, OneOf, StrictObject } from "./typebox.ts";
import { EmailText } from "./users.ts";

const Timestamp = Type.String();

/** Contains no secrets (SPEC 3). */
export const EmailStatus = Type.Object({
  enabled: Type.Boolean(),
  way: OneOf(["ses", "smtp"]),
  /** For SMTP, the server's name. The keys are its username and password then (BEYOND 12). */
  region: Nullable(Type.String()),
  fromEmail: Nullable(Type.String()),
  hasAccessKey: Type.Boolean(),
  hasSecretKey: Type.Boolean(),
  configured: Type.Boolean(),
  missing: Type.Array(Type.String()),
  /** In the past if it was missed. */
  nextMonthly: Timestamp,
  pause: Nullable(Type.Object({ reason: Type.String(), until: Timestamp })),
});
export type EmailStatus = Static<typeof EmailStatus>;

export const EmailConfigPatch = StrictObject({ enabled: Type.Boolean({ error: "Say whether to enable the service" }) });

export const TestEmail = Type.Object({
  email: EmailText("Please enter an email address"),
});
export type TestEmail = Static<typeof TestEmail>;

/** Each member gets a mail about the same thing only once (BEYOND 3). */
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
    error: "The subject must be one line of 1 to # characters",
  }),
  message: LongText({ max: ANNOUNCEMENT_MAX_LENGTH, required: true, error: "The message must have 1 to # characters" }),
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
  reason: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  changedAt: Timestamp,
});
export type OutboxRow = Static<typeof OutboxRow>;

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

export const OutboxCounts = FieldsOf(STATES, Type.Integer());
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

/** For all admins together, because each mail costs money and reputation. */
export const TEST_MAIL_LIMIT: Limit = {
  key: "test mails",
  max: 5,
  per: "minute",
  message: "send # test emails a minute, all admins together",
};

export const emailCalls = () =>
  defineCalls("Email", "admin", {
    "GET /api/email/status": {
      summary: "Get the state of the email service",
      response: EmailStatus,
    },
    "PATCH /api/email/config": {
      summary: "Turn email on or off",
      body: EmailConfigPatch,
      response: EmailStatus,
      throws: { conflict: "The email service is not configured." },
    },
    "POST /api/email/test": {
      summary: "Send a test email",
      body: TestEmail,
      response: Type.Object({ message: Type.String() }),
      throws: { conflict: "The email service is not configured." },
      limits: [TEST_MAIL_LIMIT],
    },
    "POST /api/email/trigger-monthly": {
      summary: "Send this month's email",
      description: "It goes to everyone who wants it and doesn't have it yet.",
      status: 202,
      response: MonthlyRun,
      throws: { conflict: "It's being sent, everyone has it, or email is turned off." },
    },
    "POST /api/email/announcements": {
      summary: "Send an announcement",
      description: "It goes to all members who want announcements.",
      body: NewAnnouncement,
      status: 202,
      response: SentAnnouncement,
      throws: { conflict: "Email is turned off, or the same announcement was sent less than an hour ago." },
    },
    "GET /api/email/run": {
      summary: "Get the progress of this month's email",
      response: MonthlyRun,
    },
    "GET /api/email/audience": {
      summary: "Count the recipients of this month's email",
      response: Audience,
    },
    "GET /api/email/preview/:kind": {
      summary: "Preview an email",
      params: Type.Object({ kind: PreviewKind }),
      query: PreviewQuery,
      response: MailPreview,
    },
    "GET /api/email/preview/:kind/page": {
      summary: "Preview an email as a page",
      params: Type.Object({ kind: PreviewKind }),
      query: PreviewQuery,
      response: mediaResponse("The email.", "text/html"),
    },
    "GET /api/email/outbox": {
      summary: "List the emails of a month",
      query: OutboxQuery,
      response: Outbox,
    },
    "POST /api/email/outbox/:id/retry": {
      summary: "Resend a failed email",
      response: OutboxRow,
      throws: { conflict: "It didn't fail, its month is over, or the member doesn't want it anymore." },
    },
    "GET /api/unsubscribe": {
      by: "visitor",
      summary: "Get the unsubscribe page",
      description: "The page that an email's link opens.",
      query: LinkQuery,
      response: mediaResponse("A page that says so.", "text/html"),
      throws: { "not-found": "The link doesn't work." },
    },
    "POST /api/unsubscribe": {
      by: "visitor",
      summary: "Unsubscribe from one kind of email",
      description:
        "The form field `List-Unsubscribe=One-Click` (RFC 8058) unsubscribes at once. The page that GET returns has two steps.",
      isForm: true,
      query: LinkQuery,
      response: mediaResponse("A page that says so.", "text/html"),
      throws: {
        "not-found": "The link doesn't work.",
        invalid: "The form is neither that of RFC 8058 nor one of the page.",
      },
    },
  });

const LinkQuery = Type.Object({ token: ExactText({ max: 100, error: "This link is incomplete" }) });
