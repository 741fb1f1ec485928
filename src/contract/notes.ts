import { type Static, Type } from "@sinclair/typebox";

import { ACTIVITY_LIMIT } from "./audit.ts";
import { defineCalls, type Limit } from "./call.ts";
import { IntegerParam, SendKey } from "./ids.ts";
import { NOTE_MAX_LENGTH, QUESTIONS_MAX, QUOTE_MAX_LENGTH, REPLY_MAX_LENGTH } from "./limits.ts";
import { Fraction, PositionEdition } from "./progress.ts";
import { LongText } from "./text.ts";
import { Nullable, OneOf } from "./typebox.ts";
import { Author } from "./users.ts";

const Text = LongText({ max: NOTE_MAX_LENGTH, required: true, error: "Write something, in at most # characters" });
const Quote = LongText({ max: QUOTE_MAX_LENGTH, error: "A quote may have at most # characters" });

const NoteKind = OneOf(["note", "question"], "Choose a note or a question");

export const NewNote = Type.Object({
  text: Text,
  fraction: Fraction,
  edition: PositionEdition,
  quote: Type.Optional(Quote),
  kind: Type.Optional(NoteKind),
  sendKey: SendKey,
});
export type NewNote = Static<typeof NewNote>;

export const NotePatch = Type.Object({ text: Type.Optional(Text), quote: Type.Optional(Quote) }, { minProperties: 1 });
export type NotePatch = Static<typeof NotePatch>;

export const ReplyPatch = Type.Object({
  text: LongText({ max: REPLY_MAX_LENGTH, required: true, error: "Write a reply, in at most # characters" }),
});
export type ReplyPatch = Static<typeof ReplyPatch>;

export const NewReply = Type.Object({ ...ReplyPatch.properties, sendKey: SendKey });
export type NewReply = Static<typeof NewReply>;

const SharedFields = {
  id: Type.Integer(),
  text: Type.String(),
  author: Author,
  createdAt: Type.String(),
  editedAt: Nullable(Type.String()),
  mine: Type.Boolean(),
};

export const Reply = Type.Object(SharedFields);
export type Reply = Static<typeof Reply>;

export const Note = Type.Object({
  ...SharedFields,
  fraction: Type.Number(),
  /** When the note was written; null without a table of contents. */
  chapter: Nullable(Type.Object({ index: Type.Integer(), title: Type.String() })),
  quote: Type.String(),
  kind: NoteKind,
  hearts: Type.Integer(),
  hearted: Type.Boolean(),
  replies: Type.Array(Reply),
});
export type Note = Static<typeof Note>;

export const NotesQuery = Type.Object({
  chapter: Type.Optional(IntegerParam(/^(?:0|[1-9]\d*)$/u, { max: 6, error: "Not a valid chapter" })),
  /** Filters `notes`, but not `ahead`. */
  kind: Type.Optional(NoteKind),
  /** Without replies if it's false: members can write many. */
  replies: Type.Optional(OneOf(["true", "false"], "replies is true or false")),
});

/** `ahead` counts the withheld notes by chapter. */
export const Notes = Type.Object({
  reached: Type.Number(),
  /** True if no notes are withheld. */
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

export const NOTE_LIMITS: readonly [Limit, ...Limit[]] = [
  { key: "note", max: 60, per: "minute", message: "write # notes and replies a minute" },
  { key: "note", max: 500, per: "day", message: "write # notes and replies a day" },
];

export const noteCalls = () =>
  defineCalls("Talk", "member", {
    "GET /api/books/:id/notes": {
      summary: "List the notes on a book",
      description: "Notes beyond the position that you have reached are only counted.",
      query: NotesQuery,
      response: Notes,
    },
    "GET /api/books/:id/notes/count": {
      summary: "Count the notes on a book",
      response: NoteCount,
    },
    "POST /api/books/:id/notes": {
      summary: "Create a note",
      description: "Its position must be one that you have reached.",
      body: NewNote,
      response: Note,
      isSentOnce: true,
      throws: {
        conflict: `The book has ${QUESTIONS_MAX} questions for the evening.`,
        forbidden: "Only admins and the host may write questions for the evening.",
      },
      limits: NOTE_LIMITS,
    },
    "POST /api/books/:id/notes/open": {
      by: "admin",
      summary: "Open the talk of a book",
      description: "Shows all notes to everyone, for a book without a meeting that would do so.",
      response: TalkOpened,
    },
    "PATCH /api/notes/:id": {
      summary: "Update your note",
      body: NotePatch,
      response: Note,
      throws: { forbidden: "It's somebody else's note." },
    },
    "DELETE /api/notes/:id": {
      summary: "Delete a note",
      description: "Members may delete their own, and admins any.",
      throws: { forbidden: "It's somebody else's note." },
      limits: [ACTIVITY_LIMIT],
    },
    "PUT /api/notes/:id/heart": {
      summary: "Like a note",
      response: Note,
    },
    "DELETE /api/notes/:id/heart": {
      summary: "Unlike a note",
      response: Note,
    },
    "POST /api/notes/:id/replies": {
      summary: "Reply to a note",
      body: NewReply,
      response: Reply,
      isSentOnce: true,
      limits: NOTE_LIMITS,
    },
    "PATCH /api/replies/:id": {
      summary: "Update your reply",
      body: ReplyPatch,
      response: Reply,
      throws: { forbidden: "It's somebody else's reply." },
    },
    "DELETE /api/replies/:id": {
      summary: "Delete a reply",
      description: "Members may delete their own, and admins any.",
      throws: { forbidden: "It's somebody else's reply." },
    },
  });
