import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { BookQuery, Id } from "./ids.ts";
import { PAGES_MAX, POSITION_MAX_SECONDS, SAVE_AGE_MAX_SECONDS } from "./limits.ts";
import { LineText, PatternText } from "./text.ts";
import { Integer, Nullable, OneOf, StrictObject } from "./typebox.ts";

/** Identifies the versions of a book's files; null without files. */
export const Edition = Nullable(Type.String());

/** The edition that the position refers to; the current one by default (BEYOND 14). */
export const PositionEdition = Type.Optional(
  Nullable(PatternText(/^[\w-]{1,16}\.[\w-]{1,16}$/u, { max: 33, error: "Not a valid edition" })),
);
export type PositionEdition = Static<typeof PositionEdition> | undefined;

/** Only `seek` is a deliberate jump. */
export const SaveReason = OneOf(
  ["tick", "seek", "pause", "end", "leave"],
  "The reason must be tick, seek, pause, end or leave",
);
export type SaveReason = Static<typeof SaveReason>;

/** Without `baseRevision`, a save always succeeds (SPEC 3 and 7, decision 0008). */
export const NewProgress = Type.Object({
  bookId: Id("Not a valid book"),
  /** Whole seconds; negative counts as zero (SPEC 5). */
  currentTime: Integer(-POSITION_MAX_SECONDS, POSITION_MAX_SECONDS, "The position must be whole seconds"),
  chapter: Type.Optional(Integer(0, 100_000, "Not a valid chapter")),
  /** The last revision that the player saw; an outdated one gets 409. */
  baseRevision: Type.Optional(Integer(0, Number.MAX_SAFE_INTEGER, "Not a valid revision")),
  device: Type.Optional(
    LineText({ max: 80, required: true, error: "The device must be one line of 1 to 80 characters" }),
  ),
  reason: Type.Optional(SaveReason),
  /** Random id of a running player, so that a repeated save counts once. */
  client: Type.Optional(PatternText(/^[\w-]+$/u, { max: 64, error: "Not a valid player" })),
  sequence: Type.Optional(Integer(1, Number.MAX_SAFE_INTEGER, "Not a valid save number")),
  edition: PositionEdition,
  /** Seconds since the position was current, for saves that were queued. */
  age: Type.Optional(Integer(0, SAVE_AGE_MAX_SECONDS, "Not a valid age")),
});
export type NewProgress = Static<typeof NewProgress>;

export const Progress = Type.Object({
  bookId: Type.Integer(),
  currentTime: Type.Integer(),
  chapter: Type.Integer(),
  updatedAt: Nullable(Type.String()),
  /** Increases with each accepted save; 0 before the first. */
  revision: Type.Integer(),
  device: Nullable(Type.String()),
});
export type Progress = Static<typeof Progress>;

export const ProgressConflict = Type.Object({ message: Type.String(), progress: Progress });
export type ProgressConflict = Static<typeof ProgressConflict>;

export const Jump = Type.Object({
  id: Type.Integer(),
  ...Type.Pick(Progress, ["currentTime", "chapter"]).properties,
  leftAt: Type.String(),
  device: Nullable(Type.String()),
});
export type Jump = Static<typeof Jump>;

/** The fraction of the text before a position. */
export const Fraction = Type.Number({ minimum: 0, maximum: 1, error: "The place must be a number from 0 to 1" });

/** A page of a printed copy; the previous one if `page` is omitted (BEYOND 10). */
export const NewPaperProgress = Type.Object({
  pages: Integer(1, PAGES_MAX, `A book has 1 to ${PAGES_MAX} pages`),
  page: Type.Optional(Integer(0, PAGES_MAX, "The page must be a whole number")),
  /** The position of the page's text, if it was found there. */
  fraction: Type.Optional(Fraction),
  edition: PositionEdition,
  /** Seconds since it was current. An older one than the saved page only goes into the history. */
  age: Type.Optional(Integer(0, SAVE_AGE_MAX_SECONDS, "Not a valid age")),
});
export type NewPaperProgress = Static<typeof NewPaperProgress>;

export const PaperRestore = StrictObject({ id: Id("Say which page to go back to") });

export const PaperJump = Type.Object({
  id: Type.Integer(),
  page: Type.Integer(),
  pages: Type.Integer(),
  leftAt: Type.String(),
});
export type PaperJump = Static<typeof PaperJump>;

export const audiobookProgressCalls = () =>
  defineCalls("Listening", "member", {
    "GET /api/audiobook-progress": {
      summary: "Get your position in an audiobook",
      description: "The revision is 0 before the first save.",
      query: BookQuery,
      response: Progress,
    },
    "GET /api/audiobook-progress/history": {
      summary: "List your previous positions in an audiobook",
      query: BookQuery,
      response: Type.Array(Jump),
    },
    "POST /api/audiobook-progress": {
      summary: "Save your position in an audiobook",
      description:
        "A save with only `bookId`, `currentTime` and `chapter` is always accepted. A save with an outdated `baseRevision` is rejected, and the response contains the newer position.",
      body: NewProgress,
      response: Progress,
      conflict: ProgressConflict,
      throws: { "not-found": "There is no such book." },
    },
  });
