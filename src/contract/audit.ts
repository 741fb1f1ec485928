import { type Static, Type } from "@sinclair/typebox";

import { defineCalls, type Limit } from "./call.ts";
import { PageLimit, PageQuery } from "./ids.ts";
import { Nullable, OneOf } from "./typebox.ts";

/** Audit events with their own type, and whether their subject names a person. */
export const SUBJECT_IS_PERSON = {
  "content-changed": false,
  "board-reset": false,
  "board-restored": false,
  "book-created": false,
  "cover-uploaded": false,
  "cover-removed": false,
  "ebook-uploaded": false,
  "ebook-removed": false,
  "audiobook-uploaded": false,
  "audiobook-removed": false,
  "user-deleted": true,
  "password-reset": true,
  "member-renamed": true,
  "reset-link-created": true,
  "account-deleted": true,
  "admin-made": true,
  "admin-unmade": true,
  "invitation-created": false,
  "invitation-revoked": false,
  "email-enabled": false,
  "email-disabled": false,
  "email-tested": true,
  "email-retried": true,
  "monthly-email-triggered": false,
  "meeting-planned": false,
  "meeting-changed": false,
  "meeting-ended": false,
  "meeting-reopened": false,
  "meeting-cancelled": false,
  "meeting-restored": false,
  "meeting-removed": false,
  "dates-asked": false,
  "dates-withdrawn": false,
  "date-chosen": false,
  "host-named": true,
  "host-ended": true,
  "message-changed": false,
  "post-removed": true,
  "note-removed": true,
  "talk-opened": false,
  "announcement-sent": false,
  "poll-opened": false,
  "poll-closed": false,
  "book-chosen": false,
  "shelf-imported": false,
  "import-undone": false,
} as const satisfies Record<string, boolean>;

export type NamedAuditEvent = keyof typeof SUBJECT_IS_PERSON;
export type DerivedAuditEvent<Noun extends string = string> = `${Noun}-${"changed" | "removed"}`;

export type AuditEventType<Noun extends string = string> = NamedAuditEvent | DerivedAuditEvent<Noun>;
export const AuditEventType = Type.Unsafe<AuditEventType>(
  Type.Union([OneOf(Object.keys(SUBJECT_IS_PERSON) as NamedAuditEvent[]), Type.String()]),
);

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  /** Display name at the time; empty for the command line. */
  actor: Type.String(),
  /** Null for the command line and for old entries. */
  actorId: Nullable(Type.Integer()),
  /** Null for the command line and for deleted accounts. */
  actorUsername: Nullable(Type.String()),
  kind: AuditEventType,
  /** A name, a title, a number of posts or field names; may be empty. */
  subject: Type.String(),
  /** The person's, if the subject is one. */
  subjectId: Nullable(Type.Integer()),
  subjectUsername: Nullable(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Counts all of a member's audit events together. */
export const ACTIVITY_LIMIT: Limit = {
  key: "activity",
  max: 50,
  per: "day",
  message: "make # such changes a day",
  isForAdmins: false,
};

export const auditCalls = () =>
  defineCalls("Activity", "admin", {
    "GET /api/audit": {
      summary: "List audit events",
      description: "Newest first.",
      query: PageQuery(PageLimit),
      response: Type.Array(AuditEntry),
    },
  });
