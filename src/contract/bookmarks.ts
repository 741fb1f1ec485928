import { type Static, Type } from "@sinclair/typebox";

import { Id } from "./ids.ts";
import { BOOKMARK_NOTE_MAX_LENGTH, POSITION_MAX_SECONDS, QUOTE_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";
import { Fraction, Locator } from "./reading.ts";

const Note = Type.String({
  maxLength: BOOKMARK_NOTE_MAX_LENGTH,
  error: `A note may have at most ${BOOKMARK_NOTE_MAX_LENGTH} characters`,
});

/** Body of `POST /api/bookmarks`: a place in the sound by `currentTime`, or one in the text by `fraction`. */
export const NewBookmark = Type.Object(
  {
    bookId: Id("Not a valid book"),
    /** Whole seconds. */
    currentTime: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: POSITION_MAX_SECONDS,
        error: "The position must be whole seconds",
      }),
    ),
    fraction: Type.Optional(Fraction),
    locator: Type.Optional(Locator),
    /** The highlighted text. */
    quote: Type.Optional(
      Type.RegExp(new RegExp(`^[^]{0,${QUOTE_MAX_LENGTH}}$`, "u"), {
        error: `A highlight may have at most ${QUOTE_MAX_LENGTH} characters`,
      }),
    ),
    note: Type.Optional(Note),
  },
  { additionalProperties: false },
);
export type NewBookmark = Static<typeof NewBookmark>;

/** Body of `PATCH /api/bookmarks/{id}`. */
export const BookmarkPatch = Type.Object({ note: Note }, { additionalProperties: false });
export type BookmarkPatch = Static<typeof BookmarkPatch>;

/** A member's own bookmark in the sound or in the text; lists are in order of their places (BEYOND 5). */
export const Bookmark = Type.Object({
  id: Type.Integer(),
  bookId: Type.Integer(),
  /** Seconds, or null for one in the text. */
  currentTime: Nullable(Type.Integer()),
  /** Share of the text, or null for one in the sound. */
  fraction: Nullable(Type.Number()),
  locator: Nullable(Type.String()),
  /** Not empty for a highlight. */
  quote: Type.String(),
  /** Index into the audiobook's chapters, or into the lines of the eBook's contents. */
  chapter: Type.Integer(),
  note: Type.String(),
  /** ISO-8601 UTC. */
  createdAt: Type.String(),
});
export type Bookmark = Static<typeof Bookmark>;

/** Answer of a call for audiobook bookmarks alone. */
export type SoundBookmark = Bookmark & { currentTime: number };

export const isInSound = (bookmark: Bookmark): bookmark is SoundBookmark => bookmark.currentTime !== null;
