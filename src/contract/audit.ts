import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

/** The closed list of what admins do, and of what tells who they are; the web app makes words of it. */
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

/** An admin's act: who did what to what, and when. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  /** ISO-8601 UTC. */
  at: Type.String(),
  /** Display name at the time; empty for the operator at the command line. */
  actor: Type.String(),
  /** Their id, which stays theirs whatever they are called; null for the operator, and for entries before there were ids. */
  actorId: Nullable(Type.Integer()),
  /** Their username, which nobody can change; null for the operator, and when the account is gone. */
  actorUsername: Nullable(Type.String()),
  kind: AuditKind,
  /** What it was done to, in the act's own form: a name, a title, a number of posts, names of fields. May be empty. */
  subject: Type.String(),
  /** The id of the user that it was done to; null when it was no user. */
  subjectId: Nullable(Type.Integer()),
});
export type AuditEntry = Static<typeof AuditEntry>;
