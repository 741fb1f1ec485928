import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

/** How a backup went: `incomplete` holds all but files that the storage itself had lost; `failed` left nothing. */
export const BackupResult = Type.Object({
  /** When it ended, ISO-8601 UTC. */
  at: Type.String(),
  /** `nightly`: made by the club itself, into its own storage. `file`: made by `bookclub backup`. */
  kind: Type.Union([Type.Literal("nightly"), Type.Literal("file")]),
  outcome: Type.Union([Type.Literal("whole"), Type.Literal("incomplete"), Type.Literal("failed")]),
  /** What to know or to do about it; empty when it is whole. */
  message: Type.String(),
});
export type BackupResult = Static<typeof BackupResult>;

/** A backup that the club made on its own and keeps. */
export const Night = Type.Object({
  /** The day in the club's zone, yyyy-MM-dd. */
  name: Type.String(),
  /** ISO-8601 UTC. */
  createdAt: Type.String(),
  /** What it holds, in bytes; files that other nights hold too take space only once. */
  bytes: Type.Integer(),
  files: Type.Integer(),
});
export type Night = Static<typeof Night>;

/** Answer of `GET /api/backups`. */
export const Backups = Type.Object({
  last: Nullable(BackupResult),
  /** When a backup last went well, ISO-8601 UTC. */
  lastGoodAt: Nullable(Type.String()),
  /** Whether the club makes one each night. */
  nightly: Type.Boolean(),
  /** The newest first. */
  nights: Type.Array(Night),
});
export type Backups = Static<typeof Backups>;
