import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { OneOf } from "./one-of.ts";
import { Review } from "./shelf.ts";

/** What an import does, or would do, with each row (BEYOND 4). */
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
});
export type ImportPlan = Static<typeof ImportPlan>;

export const ImportQuery = Type.Object({
  dryRun: Type.Optional(OneOf(["true", "false"], "dryRun is true or false")),
});

/** The last import, while it can be undone. */
export const LastImport = Type.Object({
  id: Type.Integer(),
  /** Books that haven't been removed since. */
  books: Type.Integer(),
  until: Type.String(),
});
export type LastImport = Static<typeof LastImport>;

/** Books that have gained files, reviews or notes stay. */
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
