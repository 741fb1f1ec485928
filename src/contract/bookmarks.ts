import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { BookQuery, Id, SendKey } from "./ids.ts";
import { BOOKMARK_NOTE_MAX_LENGTH, POSITION_MAX_SECONDS, QUOTE_MAX_LENGTH } from "./limits.ts";
import { mediaResponse } from "./media.ts";
import { Fraction, PositionEdition } from "./progress.ts";
import { Locator } from "./reading.ts";
import { LongText } from "./text.ts";
import { Integer, Nullable, StrictObject } from "./typebox.ts";

const NoteText = LongText({ max: BOOKMARK_NOTE_MAX_LENGTH, error: "A note may have at most # characters" });

export const NewBookmark = StrictObject({
  bookId: Id("Not a valid book"),
  currentTime: Type.Optional(Integer(0, POSITION_MAX_SECONDS, "The position must be whole seconds")),
  fraction: Type.Optional(Fraction),
  edition: PositionEdition,
  locator: Type.Optional(Locator),
  quote: Type.Optional(LongText({ max: QUOTE_MAX_LENGTH, error: "A highlight may have at most # characters" })),
  note: Type.Optional(NoteText),
  sendKey: SendKey,
});
export type NewBookmark = Static<typeof NewBookmark>;

export const BookmarkPatch = StrictObject({ note: NoteText });

/** Lists are sorted by position (BEYOND 5). Matched chapters set both `currentTime` and `fraction` (BEYOND 9). */
export const Bookmark = Type.Object({
  id: Type.Integer(),
  bookId: Type.Integer(),
  currentTime: Nullable(Type.Integer()),
  fraction: Nullable(Type.Number()),
  locator: Nullable(Type.String()),
  quote: Type.String(),
  chapter: Type.Integer(),
  note: Type.String(),
  createdAt: Type.String(),
});
export type Bookmark = Static<typeof Bookmark>;

export const bookmarkCalls = () =>
  defineCalls("Reading", "member", {
    "GET /api/bookmarks": {
      summary: "List your bookmarks in a book",
      description: "Sorted by position.",
      query: BookQuery,
      response: Type.Array(Bookmark),
    },
    "POST /api/bookmarks": {
      summary: "Create a bookmark",
      description: "`currentTime` is a position in the audiobook, `fraction` one in the eBook.",
      body: NewBookmark,
      response: Bookmark,
      isSentOnce: true,
      throws: {
        conflict: "You can have 500 bookmarks per book, or this bookmark's note was changed on another device.",
        "not-found": "There is no such book.",
      },
    },
    "PATCH /api/bookmarks/:id": {
      summary: "Update a bookmark's note",
      body: BookmarkPatch,
      response: Bookmark,
    },
    "DELETE /api/bookmarks/:id": {
      summary: "Delete a bookmark",
    },
    "GET /api/books/:id/highlights.md": {
      summary: "Export your highlights in a book",
      description: "As Markdown: your own highlights and bookmarks with their notes, by chapter.",
      response: mediaResponse("The highlights.", "text/markdown"),
    },
  });
