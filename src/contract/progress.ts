import { type Static, Type } from "@sinclair/typebox";

import { Id } from "./ids.ts";
import { PAGES_MAX, POSITION_MAX_SECONDS, SAVE_AGE_MAX_SECONDS } from "./limits.ts";
import { LineText, PatternText } from "./text.ts";
import { Nullable, OneOf, StrictObject } from "./typebox.ts";

/** Which files of a book are meant; opaque to the web, null without a file. */
export const Edition = Nullable(Type.String());
export type Edition = Static<typeof Edition>;

/** The one that a call's place was read in, as contents or place named it; left out for the current one (BEYOND 14). */
export const OfEdition = Type.Optional(
  Nullable(PatternText(/^[\w-]{1,16}\.[\w-]{1,16}$/u, { max: 33, error: "Not a valid edition" })),
);
export type OfEdition = Static<typeof OfEdition> | undefined;

/** Only `seek` is a deliberate jump. */
export const SaveReason = OneOf(
  ["tick", "seek", "pause", "end", "leave"],
  "The reason must be tick, seek, pause, end or leave",
);
export type SaveReason = Static<typeof SaveReason>;

/**
 * SPEC 3, 7. With only `bookId`, `currentTime` and `chapter`, a save always wins; the rest finds stale players
 * (decision 0008).
 */
export const NewProgress = Type.Object({
  bookId: Id("Not a valid book"),
  /** Whole seconds; negative counts as zero (SPEC 5). */
  currentTime: Type.Integer({
    minimum: -POSITION_MAX_SECONDS,
    maximum: POSITION_MAX_SECONDS,
    error: "The position must be whole seconds",
  }),
  chapter: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, error: "Not a valid chapter" })),
  /** The revision the player last saw; an outdated one gets 409. */
  baseRevision: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, error: "Not a valid revision" }),
  ),
  device: Type.Optional(
    LineText({ max: 80, required: true, error: "The device must be one line of 1 to 80 characters" }),
  ),
  reason: Type.Optional(SaveReason),
  /** Random id of one running player, so a repeated save counts once. */
  client: Type.Optional(PatternText(/^[\w-]+$/u, { max: 64, error: "Not a valid player" })),
  /** Grows within one player. */
  sequence: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, error: "Not a valid save number" }),
  ),
  edition: OfEdition,
  /** Seconds since the position was current, for saves that waited for the network. */
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: SAVE_AGE_MAX_SECONDS, error: "Not a valid age" })),
});
export type NewProgress = Static<typeof NewProgress>;

export const Progress = Type.Object({
  bookId: Type.Integer(),
  currentTime: Type.Integer(),
  chapter: Type.Integer(),
  updatedAt: Nullable(Type.String()),
  /** Grows by one per accepted save; 0 before the first. */
  revision: Type.Integer(),
  device: Nullable(Type.String()),
});
export type Progress = Static<typeof Progress>;

/** 409: the newer position, to offer to the person. */
export const ProgressConflict = Type.Object({ message: Type.String(), progress: Progress });
export type ProgressConflict = Static<typeof ProgressConflict>;

/** A position left by a jump; lists are newest first. */
export const Jump = Type.Object({
  id: Type.Integer(),
  ...Type.Pick(Progress, ["currentTime", "chapter"]).properties,
  leftAt: Type.String(),
  device: Nullable(Type.String()),
});
export type Jump = Static<typeof Jump>;

/** Share of the book's text before a place, 0 to 1. */
export const Fraction = Type.Number({ minimum: 0, maximum: 1, error: "The place must be a number from 0 to 1" });

/** BEYOND 10: the page of a paper copy. `page` left out keeps the one before. */
export const NewPaperPlace = Type.Object({
  pages: Type.Integer({ minimum: 1, maximum: PAGES_MAX, error: `A book has 1 to ${PAGES_MAX} pages` }),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGES_MAX, error: "The page must be a whole number" })),
  /** Where the page's text was found: a fixed point. */
  fraction: Type.Optional(Fraction),
  edition: OfEdition,
  /** Seconds since, for one that waited for the network. An older one than the server's only adds to the history. */
  age: Type.Optional(Type.Integer({ minimum: 0, maximum: SAVE_AGE_MAX_SECONDS, error: "Not a valid age" })),
});
export type NewPaperPlace = Static<typeof NewPaperPlace>;

/** A page of the history, to go back to. */
export const PaperRestore = StrictObject({ id: Id("Say which page to go back to") });

/** A page that another one replaced; lists are newest first. */
export const PaperJump = Type.Object({
  id: Type.Integer(),
  page: Type.Integer(),
  pages: Type.Integer(),
  leftAt: Type.String(),
});
export type PaperJump = Static<typeof PaperJump>;
