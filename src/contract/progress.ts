import { type Static, Type } from "@sinclair/typebox";

import { Id } from "./ids.ts";
import { POSITION_MAX_SECONDS, SAVE_AGE_MAX_SECONDS } from "./limits.ts";
import { Nullable } from "./nullable.ts";

/** What made the player save. Only `seek` is an act of the person that may move far. */
export const SaveReason = Type.Union(
  [Type.Literal("tick"), Type.Literal("seek"), Type.Literal("pause"), Type.Literal("end"), Type.Literal("leave")],
  { error: "The reason must be tick, seek, pause, end or leave" },
);
export type SaveReason = Static<typeof SaveReason>;

/**
 * Body of `POST /api/audiobook-progress` (SPEC 3, 7). The first three fields are SPEC's; a call with
 * only those always wins, and what it overwrites goes to the history. The others let the server
 * tell a stale player from a fresh one (docs/decisions/0008-revisions-for-listening-progress.md).
 */
export const NewProgress = Type.Object({
  bookId: Id("Not a valid book"),
  /** Whole seconds; a negative one is taken as zero (SPEC 5). */
  currentTime: Type.Integer({
    minimum: -POSITION_MAX_SECONDS,
    maximum: POSITION_MAX_SECONDS,
    error: "The position must be whole seconds",
  }),
  chapter: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, error: "Not a valid chapter" })),
  /** The revision that the player last heard of. An older one is answered with 409. */
  baseRevision: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, error: "Not a valid revision" }),
  ),
  /** What people call the device, e.g. 'phone'. */
  device: Type.Optional(
    Type.RegExp(/^[^\p{Cc}\u2028\u2029]*$/u, {
      minLength: 1,
      maxLength: 80,
      error: "The device must be one line of 1 to 80 characters",
    }),
  ),
  reason: Type.Optional(SaveReason),
  /** Random name of one running player, so that a save sent twice counts once. */
  client: Type.Optional(Type.RegExp(/^[\w-]{1,64}$/, { error: "Not a valid player" })),
  /** Number of the save within its player, growing. */
  sequence: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, error: "Not a valid save number" }),
  ),
  /** Seconds since the position was true, for saves that waited for the network. */
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: SAVE_AGE_MAX_SECONDS, error: "Not a valid age" })),
});
export type NewProgress = Static<typeof NewProgress>;

/** A member's own place in an audiobook. */
export const Progress = Type.Object({
  bookId: Type.Integer(),
  /** Seconds. */
  currentTime: Type.Integer(),
  /** Index into the book's chapters, found by the server from the position; 0 without chapters. */
  chapter: Type.Integer(),
  /** ISO-8601 UTC, or null before the first save. */
  updatedAt: Nullable(Type.String()),
  /** Grows by one with each accepted save; 0 before the first. */
  revision: Type.Integer(),
  /** The device of the last save, or null when it did not say. */
  device: Nullable(Type.String()),
});
export type Progress = Static<typeof Progress>;

/** Body of the 409 that a stale save gets: the newer place, to offer to the person. */
export const ProgressConflict = Type.Object({ message: Type.String(), progress: Progress });
export type ProgressConflict = Static<typeof ProgressConflict>;

/** A place that was left by a jump: an entry of `GET /api/audiobook-progress/history`, newest first. */
export const Jump = Type.Object({
  id: Type.Integer(),
  /** Seconds: how far the person had listened before the jump. */
  currentTime: Type.Integer(),
  /** Index into the book's chapters. */
  chapter: Type.Integer(),
  /** ISO-8601 UTC of the jump. */
  leftAt: Type.String(),
  /** The device that had been there, or null when it did not say. */
  device: Nullable(Type.String()),
});
export type Jump = Static<typeof Jump>;
