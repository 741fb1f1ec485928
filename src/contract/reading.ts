import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { BookQuery, IdText } from "./ids.ts";
import { LOCATOR_MAX_LENGTH } from "./limits.ts";
import { mediaResponse } from "./media.ts";
import { Edition, Fraction, Jump, NewProgress, Progress } from "./progress.ts";
import { ExactText } from "./text.ts";
import { Nullable, OneOf } from "./typebox.ts";

/** In the reader's format, which the server doesn't interpret. */
export const Locator = Nullable(
  ExactText({ max: LOCATOR_MAX_LENGTH, error: "A locator may have at most # characters" }),
);

export const TextSection = Type.Object({
  index: Type.Integer(),
  /** Path in the archive, not URL-encoded. */
  href: Type.String(),
  /** Code points of visible text, whitespace collapsed; 1 for a fixed page, and in a book without text. */
  length: Type.Integer(),
  /** False for sections that only links lead to, such as notes. */
  linear: Type.Boolean(),
  /** Side of a fixed page, if the book specifies it. */
  spread: Type.Optional(OneOf(["left", "right", "center"])),
  /** A reflowable section in a fixed-layout book. */
  flows: Type.Optional(Type.Literal(true)),
});
export type TextSection = Static<typeof TextSection>;

export const TocEntry = Type.Object({
  title: Type.String(),
  /** Null if the file is missing. */
  section: Nullable(Type.Integer()),
  fragment: Nullable(Type.String()),
  /** 0 is the top level. */
  level: Type.Integer(),
  /** Code points before it; null if the file is missing. */
  start: Nullable(Type.Integer()),
});
export type TocEntry = Static<typeof TocEntry>;

/** From the EPUB's page list (BEYOND 10). */
export const PrintedPage = Type.Object({
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
  files: Type.Array(Type.String()),
  length: Type.Integer(),
  language: Nullable(Type.String()),
  direction: Nullable(OneOf(["ltr", "rtl"])),
  layout: OneOf(["reflowable", "fixed"]),
  version: Type.String(),
  edition: Edition,
  /** Sentences about content that can't be shown; omitted if there is none. */
  warnings: Type.Optional(Type.Array(Type.String())),
});
export type Contents = Static<typeof Contents>;

export const FileWarnings = Type.Object({ ebook: Type.Array(Type.String()), audiobook: Type.Array(Type.String()) });
export type FileWarnings = Static<typeof FileWarnings>;

export const NewReadingProgress = Type.Object({
  ...Type.Omit(NewProgress, ["currentTime", "chapter"]).properties,
  fraction: Fraction,
  locator: Type.Optional(Locator),
});
export type NewReadingProgress = Static<typeof NewReadingProgress>;

const PositionFields = { fraction: Type.Number(), locator: Nullable(Type.String()) };

export const ReadingProgress = Type.Object({
  ...Type.Omit(Progress, ["currentTime", "chapter"]).properties,
  ...PositionFields,
});
export type ReadingProgress = Static<typeof ReadingProgress>;

export const ReadingConflict = Type.Object({ message: Type.String(), progress: ReadingProgress });
export type ReadingConflict = Static<typeof ReadingConflict>;

export const ReadingJump = Type.Object({
  ...Type.Omit(Jump, ["currentTime", "chapter"]).properties,
  ...PositionFields,
});
export type ReadingJump = Static<typeof ReadingJump>;

/** The server reads the rest of the path from the URL. */
const TextParams = Type.Object({ id: IdText }, { additionalProperties: true });

const TEXT_FILE_TYPES = ["application/xhtml+xml", "text/html", "text/css", "image/*", "font/*", "audio/*"];

export const readingCalls = () =>
  defineCalls("Reading", "member", {
    "GET /api/books/:id/contents": {
      summary: "Get an eBook's contents",
      response: Contents,
    },
    "GET /api/books/:id/warnings": {
      by: "admin",
      summary: "List warnings about a book's files",
      response: FileWarnings,
    },
    "GET /api/books/:id/text/*": {
      summary: "Get a file of an eBook",
      description:
        "The path is the file's `href` with each segment percent-encoded. Scripts of a book never run. Only audio is sent in ranges.",
      params: TextParams,
      response: { ...mediaResponse("The file.", ...TEXT_FILE_TYPES), kind: "ranges" },
    },
    "GET /api/reading-progress": {
      summary: "Get your position in an eBook",
      description: "The revision is 0 before the first save.",
      query: BookQuery,
      response: ReadingProgress,
    },
    "GET /api/reading-progress/history": {
      summary: "List your previous positions in an eBook",
      query: BookQuery,
      response: Type.Array(ReadingJump),
    },
    "POST /api/reading-progress": {
      summary: "Save your position in an eBook",
      description:
        "As with audiobooks, a save with an outdated `baseRevision` is rejected, and the response contains the newer position.",
      body: NewReadingProgress,
      response: ReadingProgress,
      conflict: ReadingConflict,
      throws: { "not-found": "There is no such book." },
    },
  });
