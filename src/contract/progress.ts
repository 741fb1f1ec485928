import { type Static, Type } from "@sinclair/typebox";

import { POSITION_MAX_SECONDS } from "./limits.ts";

/** Body of `POST /api/audiobook-progress` (SPEC 3, 7). */
export const NewProgress = Type.Object({
  bookId: Type.Integer({ minimum: 1, error: "Not a valid book" }),
  /** Whole seconds; a negative one is taken as zero (SPEC 5). */
  currentTime: Type.Integer({
    minimum: -POSITION_MAX_SECONDS,
    maximum: POSITION_MAX_SECONDS,
    error: "The position must be whole seconds",
  }),
  chapter: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, error: "Not a valid chapter" })),
});
export type NewProgress = Static<typeof NewProgress>;

/** A member's own place in an audiobook. */
export const Progress = Type.Object({
  bookId: Type.Integer(),
  /** Seconds. */
  currentTime: Type.Integer(),
  chapter: Type.Integer(),
  /** ISO-8601 UTC, or null before the first save. */
  updatedAt: Type.Union([Type.String(), Type.Null()]),
});
export type Progress = Static<typeof Progress>;
