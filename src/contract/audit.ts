import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

export const AuditKind = Type.Union([
  Type.Literal("content-changed"),
  Type.Literal("board-reset"),
  Type.Literal("board-restored"),
  Type.Literal("book-created"),
  Type.Literal("book-changed"),
  Type.Literal("cover-uploaded"),
  Type.Literal("cover-removed"),
  Type.Literal("ebook-uploaded"),
  Type.Literal("ebook-removed"),
  Type.Literal("audiobook-uploaded"),
  Type.Literal("audiobook-removed"),
  Type.Literal("user-deleted"),
  Type.Literal("password-reset"),
  Type.Literal("member-renamed"),
  Type.Literal("reset-link-created"),
  Type.Literal("account-deleted"),
  Type.Literal("admin-made"),
  Type.Literal("admin-unmade"),
  Type.Literal("invitation-created"),
  Type.Literal("invitation-revoked"),
  Type.Literal("email-enabled"),
  Type.Literal("email-disabled"),
  Type.Literal("email-tested"),
  Type.Literal("email-retried"),
  Type.Literal("monthly-email-triggered"),
  Type.Literal("meeting-planned"),
  Type.Literal("meeting-changed"),
  Type.Literal("meeting-cancelled"),
  Type.Literal("meeting-restored"),
  Type.Literal("meeting-removed"),
  Type.Literal("message-changed"),
  Type.Literal("post-removed"),
  Type.Literal("note-removed"),
  Type.Literal("talk-opened"),
  Type.Literal("announcement-sent"),
  Type.Literal("nomination-changed"),
  Type.Literal("nomination-removed"),
  Type.Literal("poll-opened"),
  Type.Literal("poll-closed"),
  Type.Literal("book-chosen"),
  Type.Literal("wine-changed"),
  Type.Literal("wine-removed"),
  Type.Literal("shelf-imported"),
  Type.Literal("import-undone"),
]);
export type AuditKind = Static<typeof AuditKind>;

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  /** Display name at the time; empty for the command line. */
  actor: Type.String(),
  /** Null for the command line and for entries from before ids. */
  actorId: Nullable(Type.Integer()),
  /** Null for the command line, and when the account is gone. */
  actorUsername: Nullable(Type.String()),
  kind: AuditKind,
  /** A name, a title, a number of posts or names of fields; may be empty. */
  subject: Type.String(),
  subjectId: Nullable(Type.Integer()),
});
export type AuditEntry = Static<typeof AuditEntry>;
