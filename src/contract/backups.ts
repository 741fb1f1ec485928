import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

/** `incomplete` lacks only files that the storage had lost; `failed` left nothing. */
export const BackupResult = Type.Object({
  at: Type.String(),
  /** `nightly` is made by the club in its own storage, `file` by `bookclub backup`. */
  kind: Type.Union([Type.Literal("nightly"), Type.Literal("file")]),
  outcome: Type.Union([Type.Literal("whole"), Type.Literal("incomplete"), Type.Literal("failed")]),
  /** What to know or do; empty when the backup is whole. */
  message: Type.String(),
});
export type BackupResult = Static<typeof BackupResult>;

/** A nightly backup. */
export const Night = Type.Object({
  /** The day in the club's zone, yyyy-MM-dd. */
  name: Type.String(),
  createdAt: Type.String(),
  /** Files shared with other nights count, though they take space once. */
  bytes: Type.Integer(),
  files: Type.Integer(),
});
export type Night = Static<typeof Night>;

export const Backups = Type.Object({
  last: Nullable(BackupResult),
  lastGoodAt: Nullable(Type.String()),
  nightly: Type.Boolean(),
  /** Newest first. */
  nights: Type.Array(Night),
});
export type Backups = Static<typeof Backups>;
