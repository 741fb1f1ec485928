import { type Static, Type } from "@sinclair/typebox";

import { LOCATOR_MAX_LENGTH } from "./limits.ts";
import { Edition, Fraction, Jump, NewProgress, Progress } from "./progress.ts";
import { ExactText } from "./text.ts";
import { Nullable, OneOf } from "./typebox.ts";

/** Place in the reader software's own format; opaque to the server. */
export const Locator = Nullable(
  ExactText({ max: LOCATOR_MAX_LENGTH, error: `A locator may have at most ${LOCATOR_MAX_LENGTH} characters` }),
);

/** One file of the text, in reading order. */
export const TextSection = Type.Object({
  index: Type.Integer(),
  /** Path in the archive, not URL-encoded. */
  href: Type.String(),
  /** Code points of visible text, whitespace collapsed; 1 for a fixed page. */
  length: Type.Integer(),
  /** False for what is only reached by links, such as notes. */
  linear: Type.Boolean(),
  /** A fixed page's side of the fold, or alone; missing if the book doesn't specify it. */
  spread: Type.Optional(OneOf(["left", "right", "center"])),
  /** Text among pages of a fixed size; left out for the others. */
  flows: Type.Optional(Type.Literal(true)),
});
export type TextSection = Static<typeof TextSection>;

export const TocEntry = Type.Object({
  title: Type.String(),
  /** Null where the file is missing. */
  section: Nullable(Type.Integer()),
  fragment: Nullable(Type.String()),
  /** 0 is the highest. */
  level: Type.Integer(),
  /** Code points before it; null where the file is missing. */
  start: Nullable(Type.Integer()),
});
export type TocEntry = Static<typeof TocEntry>;

/** A page of the printed book, if the EPUB has a page list (BEYOND 10). */
export const PrintedPage = Type.Object({
  /** '143' or 'xii'. */
  label: Type.String(),
  section: Type.Integer(),
  fragment: Nullable(Type.String()),
});
export type PrintedPage = Static<typeof PrintedPage>;

export const Contents = Type.Object({
  title: Type.String(),
  sections: Type.Array(TextSection),
  toc: Type.Array(TocEntry),
  pages: Type.Array(PrintedPage),
  /** Paths of pictures, styles and fonts used by the text. */
  files: Type.Array(Type.String()),
  length: Type.Integer(),
  /** BCP 47, or null. */
  language: Nullable(Type.String()),
  direction: Nullable(OneOf(["ltr", "rtl"])),
  layout: OneOf(["reflowable", "fixed"]),
  version: Type.String(),
  edition: Edition,
  /** Sentences about what of the file can't be shown; left out when all can. */
  warnings: Type.Optional(Type.Array(Type.String())),
});
export type Contents = Static<typeof Contents>;

/** Sentences about what of a book's files members don't get. */
export const FileWarnings = Type.Object({ ebook: Type.Array(Type.String()), audiobook: Type.Array(Type.String()) });
export type FileWarnings = Static<typeof FileWarnings>;

/** Like listening, with a share of the text instead of seconds (BEYOND 5). */
export const NewReadingProgress = Type.Object({
  ...Type.Omit(NewProgress, ["currentTime", "chapter"]).properties,
  fraction: Fraction,
  locator: Type.Optional(Locator),
});
export type NewReadingProgress = Static<typeof NewReadingProgress>;

const Place = { fraction: Type.Number(), locator: Nullable(Type.String()) };

export const ReadingProgress = Type.Object({
  ...Type.Omit(Progress, ["currentTime", "chapter"]).properties,
  ...Place,
});
export type ReadingProgress = Static<typeof ReadingProgress>;

export const ReadingConflict = Type.Object({ message: Type.String(), progress: ReadingProgress });
export type ReadingConflict = Static<typeof ReadingConflict>;

export const ReadingJump = Type.Object({ ...Type.Omit(Jump, ["currentTime", "chapter"]).properties, ...Place });
export type ReadingJump = Static<typeof ReadingJump>;
