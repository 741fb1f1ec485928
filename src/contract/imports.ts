import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { defineCalls } from "./call.ts";
import { mediaBody, mediaResponse } from "./media.ts";
import { Review } from "./shelf.ts";
import { Nullable, OneOf } from "./typebox.ts";

/** `day-first`: ambiguous dates like 5/6/2018. `year-only`: dates without a month. */
export const ImportQuestion = Type.Object({
  about: OneOf(["day-first", "year-only"]),
  example: Type.String(),
  lines: Type.Array(Type.Integer()),
});
export type ImportQuestion = Static<typeof ImportQuestion>;

export const ImportPlan = Type.Object({
  id: Type.Optional(Type.Integer()),
  add: Type.Array(
    Type.Object({
      /** Line of the file; the header is 1. */
      line: Type.Integer(),
      ...Type.Pick(Book, ["title", "author", "month"]).properties,
    }),
  ),
  skip: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() })),
  /** Fields that aren't imported, although the book is. */
  leftOut: Type.Array(Type.Object({ line: Type.Integer(), what: Type.String() })),
  /** Lines with a question are skipped until a query parameter answers it. */
  asks: Type.Array(ImportQuestion),
});
export type ImportPlan = Static<typeof ImportPlan>;

const ImportQuery = Type.Object({
  dryRun: Type.Optional(OneOf(["true", "false"], "dryRun is true or false")),
  dayFirst: Type.Optional(OneOf(["true", "false"], "dayFirst is true or false")),
  yearOnly: Type.Optional(OneOf(["january", "skip"], "yearOnly is january or skip")),
});
export type ImportChoices = Omit<Static<typeof ImportQuery>, "dryRun">;

export const LastImport = Type.Object({
  id: Type.Integer(),
  books: Type.Integer(),
  until: Type.String(),
});
export type LastImport = Static<typeof LastImport>;

/** Keeps books that have files, reviews or notes. */
export const ImportUndone = Type.Object({
  removed: Type.Integer(),
  kept: Type.Array(Type.Pick(Book, ["id", "title", "month"])),
});
export type ImportUndone = Static<typeof ImportUndone>;

export const ShelfExport = Type.Object({
  books: Type.Array(
    Type.Object({
      ...Type.Pick(Book, ["title", "author", "month", "isbn", "synopsis"]).properties,
      reviews: Type.Array(Type.Object({ ...Type.Omit(Review, ["author", "mine"]).properties, author: Type.String() })),
    }),
  ),
});
export type ShelfExport = Static<typeof ShelfExport>;

export const importCalls = () =>
  defineCalls("Shelf", "admin", {
    "GET /api/shelf/import": {
      summary: "Get the last import",
      description: "Null if there is none that can be undone.",
      response: Nullable(LastImport),
    },
    "POST /api/shelf/import": {
      summary: "Import books",
      description:
        "Reads a CSV file with title, author and month, an export of Goodreads or StoryGraph, or an export of a shelf.",
      query: ImportQuery,
      body: mediaBody("At most 4 MB, in UTF-8.", "text/csv", "application/json"),
      status: 201,
      otherStatus: 200,
      response: ImportPlan,
    },
    "POST /api/shelf/import/:id/undo": {
      summary: "Undo an import",
      description: "Books that have gotten files, reviews or notes since then stay. The response names them.",
      response: ImportUndone,
      throws: { conflict: "It was undone, or is older than 24 hours." },
    },
    "GET /api/shelf/export.csv": {
      by: "member",
      summary: "Export the shelf as CSV",
      response: mediaResponse("The books.", "text/csv"),
    },
    "GET /api/shelf/export.json": {
      by: "member",
      summary: "Export the shelf as JSON",
      description: "Contains the reviews that you may see.",
      response: { ...mediaResponse("The books.", "application/json"), schema: ShelfExport },
    },
  });
