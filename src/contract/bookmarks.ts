import { type Static, Type } from "@sinclair/typebox";

import { BOOKMARK_NOTE_MAX_LENGTH, POSITION_MAX_SECONDS } from "./limits.ts";

/** Body of `POST /api/bookmarks`. */
export const NewBookmark = Type.Object(
  {
    bookId: Type.Integer({ minimum: 1, error: "Not a valid book" }),
    /** Whole seconds. */
    currentTime: Type.Integer({
      minimum: 0,
      maximum: POSITION_MAX_SECONDS,
      error: "The position must be whole seconds",
    }),
    note: Type.Optional(
      Type.String({
        maxLength: BOOKMARK_NOTE_MAX_LENGTH,
        error: `A note may have at most ${BOOKMARK_NOTE_MAX_LENGTH} characters`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type NewBookmark = Static<typeof NewBookmark>;

/** A member's own bookmark in an audiobook; lists are in order of the position. */
export const Bookmark = Type.Object({
  id: Type.Integer(),
  bookId: Type.Integer(),
  /** Seconds. */
  currentTime: Type.Integer(),
  /** Index into the book's chapters. */
  chapter: Type.Integer(),
  note: Type.String(),
  /** ISO-8601 UTC. */
  createdAt: Type.String(),
});
export type Bookmark = Static<typeof Bookmark>;
