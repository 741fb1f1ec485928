import { type Static, Type } from "@sinclair/typebox";

import { NOTE_MAX_LENGTH, QUOTE_MAX_LENGTH, REPLY_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";
import { Fraction } from "./reading.ts";
import { LongText } from "./text.ts";
import { Author } from "./users.ts";

const Text = LongText({
  max: NOTE_MAX_LENGTH,
  required: true,
  error: `Write something, in at most ${NOTE_MAX_LENGTH} characters`,
});
const Quote = LongText({
  max: QUOTE_MAX_LENGTH,
  error: `A quote may have at most ${QUOTE_MAX_LENGTH} characters`,
});

/** A note, or one of the evening's discussion questions, which admins write. */
export const NoteKind = Type.Union([Type.Literal("note"), Type.Literal("question")], {
  error: "Choose a note or a question",
});

/** Body of `POST /api/books/{id}/notes` (BEYOND 6). */
export const NewNote = Type.Object({
  text: Text,
  /** A share of the book's text. */
  fraction: Fraction,
  quote: Type.Optional(Quote),
  kind: Type.Optional(NoteKind),
});
export type NewNote = Static<typeof NewNote>;

/** Body of `PATCH /api/notes/{id}`: its words; its place stays. */
export const NotePatch = Type.Object({ text: Type.Optional(Text), quote: Type.Optional(Quote) }, { minProperties: 1 });
export type NotePatch = Static<typeof NotePatch>;

/** Body of `POST /api/notes/{id}/replies` and `PATCH /api/replies/{id}`. */
export const NewReply = Type.Object({
  text: LongText({
    max: REPLY_MAX_LENGTH,
    required: true,
    error: `Write a reply, in at most ${REPLY_MAX_LENGTH} characters`,
  }),
});
export type NewReply = Static<typeof NewReply>;

/** What somebody wrote; times are ISO-8601 UTC, `editedAt` is null while it's as it was written. */
const Written = {
  id: Type.Integer(),
  text: Type.String(),
  author: Author,
  createdAt: Type.String(),
  editedAt: Nullable(Type.String()),
  /** The caller's own. */
  mine: Type.Boolean(),
};

export const Reply = Type.Object(Written);
export type Reply = Static<typeof Reply>;

/** What a member says about a place in a book. */
export const Note = Type.Object({
  ...Written,
  fraction: Type.Number(),
  /** The line of the book's contents, as it was when the note was written; null without contents. */
  chapter: Nullable(Type.Object({ index: Type.Integer(), title: Type.String() })),
  /** Words of the book; may be empty. */
  quote: Type.String(),
  kind: NoteKind,
  hearts: Type.Integer(),
  /** One of them is the caller's. */
  hearted: Type.Boolean(),
  /** Oldest first. */
  replies: Type.Array(Reply),
});
export type Note = Static<typeof Note>;

/** Query of `GET /api/books/{id}/notes`. */
export const NotesQuery = Type.Object({
  /** Index in the book's contents: narrows the answer to that chapter. */
  chapter: Type.Optional(Type.RegExp(/^(0|[1-9]\d{0,5})$/, { error: "Not a valid chapter" })),
});

/** Answer of `GET /api/books/{id}/notes`: what the member may see, and of what they may not, only how much there is. */
export const Notes = Type.Object({
  /** How far the member has got, as a share of the text. */
  reached: Type.Number(),
  /** True once everybody sees everything. */
  open: Type.Boolean(),
  /** In the order of their places. */
  notes: Type.Array(Note),
  ahead: Type.Array(Type.Object({ chapter: Nullable(Type.Integer()), count: Type.Integer() })),
});
export type Notes = Static<typeof Notes>;

/** Answer of `POST /api/books/{id}/notes/open`. */
export const TalkOpened = Type.Object({ open: Type.Boolean() });
