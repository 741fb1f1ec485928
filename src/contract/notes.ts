import { type Static, Type } from "@sinclair/typebox";

import { OfEdition } from "./edition.ts";
import { NumberText } from "./ids.ts";
import { NOTE_MAX_LENGTH, QUOTE_MAX_LENGTH, REPLY_MAX_LENGTH } from "./limits/notes.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { Fraction } from "./reading.ts";
import { SendKey } from "./send-key.ts";
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

/** Questions for the evening are written by admins. */
const NoteKind = OneOf(["note", "question"], "Choose a note or a question");

export const NewNote = Type.Object({
  text: Text,
  fraction: Fraction,
  edition: OfEdition,
  quote: Type.Optional(Quote),
  kind: Type.Optional(NoteKind),
  sendKey: SendKey,
});
export type NewNote = Static<typeof NewNote>;

export const NotePatch = Type.Object({ text: Type.Optional(Text), quote: Type.Optional(Quote) }, { minProperties: 1 });
export type NotePatch = Static<typeof NotePatch>;

export const ReplyPatch = Type.Object({
  text: LongText({
    max: REPLY_MAX_LENGTH,
    required: true,
    error: `Write a reply, in at most ${REPLY_MAX_LENGTH} characters`,
  }),
});
export type ReplyPatch = Static<typeof ReplyPatch>;

export const NewReply = Type.Object({ ...ReplyPatch.properties, sendKey: SendKey });
export type NewReply = Static<typeof NewReply>;

const Written = {
  id: Type.Integer(),
  text: Type.String(),
  author: Author,
  createdAt: Type.String(),
  editedAt: Nullable(Type.String()),
  mine: Type.Boolean(),
};

export const Reply = Type.Object(Written);
export type Reply = Static<typeof Reply>;

export const Note = Type.Object({
  ...Written,
  fraction: Type.Number(),
  /** As it was when the note was written; null without contents. */
  chapter: Nullable(Type.Object({ index: Type.Integer(), title: Type.String() })),
  quote: Type.String(),
  kind: NoteKind,
  hearts: Type.Integer(),
  hearted: Type.Boolean(),
  replies: Type.Array(Reply),
});
export type Note = Static<typeof Note>;

export const NotesQuery = Type.Object({
  /** Index into the book's contents; limits the answer to that chapter. */
  chapter: Type.Optional(NumberText(/^(?:0|[1-9]\d*)$/u, { max: 6, error: "Not a valid chapter" })),
  /** Limits `notes` to that kind; `ahead` counts all. */
  kind: Type.Optional(NoteKind),
});

/** What the member may see, and how much is withheld. */
export const Notes = Type.Object({
  reached: Type.Number(),
  /** True once everyone sees everything. */
  open: Type.Boolean(),
  notes: Type.Array(Note),
  ahead: Type.Array(Type.Object({ chapter: Nullable(Type.Integer()), count: Type.Integer() })),
});
export type Notes = Static<typeof Notes>;

export const NoteCount = Type.Object({
  count: Type.Integer(),
  newestAt: Nullable(Type.String()),
});
export type NoteCount = Static<typeof NoteCount>;

export const TalkOpened = Type.Object({ open: Type.Boolean() });
