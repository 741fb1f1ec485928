import { type Static, Type } from "@sinclair/typebox";

import { LOCATOR_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";
import { NewProgress } from "./progress.ts";

/** A share of the book's text: what stands before a place, of `contents.length`. */
export const Fraction = Type.Number({ minimum: 0, maximum: 1, error: "The place must be a number from 0 to 1" });

/** A place in the words of the reader's own software; the server never looks into it. */
export const Locator = Nullable(
  Type.RegExp(new RegExp(`^[^]{0,${LOCATOR_MAX_LENGTH}}$`, "u"), {
    error: `A locator may have at most ${LOCATOR_MAX_LENGTH} characters`,
  }),
);

/** One file of the text, in reading order. */
export const TextSection = Type.Object({
  index: Type.Integer(),
  /** Path in the archive, not encoded. */
  href: Type.String(),
  /** Code points of visible text, white space folded. */
  length: Type.Integer(),
  /** False for what is only reached by a link, like notes. */
  linear: Type.Boolean(),
});
export type TextSection = Static<typeof TextSection>;

/** A line of the book's own contents. */
export const TocEntry = Type.Object({
  title: Type.String(),
  /** Index of the section; null where the file is missing. */
  section: Nullable(Type.Integer()),
  /** Id of the element in that file, or null. */
  fragment: Nullable(Type.String()),
  /** 0 for the highest. */
  level: Type.Integer(),
  /** Code points of the book before it; null where the file is missing. */
  start: Nullable(Type.Integer()),
});
export type TocEntry = Static<typeof TocEntry>;

/** Answer of `GET /api/books/{id}/contents` (BEYOND 5). */
export const Contents = Type.Object({
  /** The book's, as the club has it. */
  title: Type.String(),
  sections: Type.Array(TextSection),
  toc: Type.Array(TocEntry),
  /** Paths of the pictures, styles and fonts that the text is shown with. */
  files: Type.Array(Type.String()),
  /** Code points of the whole book. */
  length: Type.Integer(),
  /** BCP 47, as the book says it, or null. */
  language: Nullable(Type.String()),
  direction: Nullable(Type.Union([Type.Literal("ltr"), Type.Literal("rtl")])),
  layout: Type.Union([Type.Literal("reflowable"), Type.Literal("fixed")]),
  /** `uploadedAt` of the file. */
  version: Type.String(),
});
export type Contents = Static<typeof Contents>;

/** Body of `POST /api/reading-progress`: that of listening, with a share of the text for the seconds (BEYOND 5). */
export const NewReadingProgress = Type.Composite([
  Type.Omit(NewProgress, ["currentTime", "chapter"]),
  Type.Object({ fraction: Fraction, locator: Type.Optional(Locator) }),
]);
export type NewReadingProgress = Static<typeof NewReadingProgress>;

/** A member's own place in the text. */
export const ReadingProgress = Type.Object({
  bookId: Type.Integer(),
  fraction: Type.Number(),
  locator: Nullable(Type.String()),
  /** Grows by one with each accepted save; 0 before the first. */
  revision: Type.Integer(),
  device: Nullable(Type.String()),
  /** ISO-8601 UTC, or null before the first save. */
  updatedAt: Nullable(Type.String()),
});
export type ReadingProgress = Static<typeof ReadingProgress>;

/** Body of the 409 that a stale save gets: the newer place, to offer to the person. */
export const ReadingConflict = Type.Object({ message: Type.String(), progress: ReadingProgress });
export type ReadingConflict = Static<typeof ReadingConflict>;

/** A place in the text that was left by a jump, newest first. */
export const ReadingJump = Type.Object({
  id: Type.Integer(),
  fraction: Type.Number(),
  locator: Nullable(Type.String()),
  /** ISO-8601 UTC of the jump. */
  leftAt: Type.String(),
  device: Nullable(Type.String()),
});
export type ReadingJump = Static<typeof ReadingJump>;
