import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { IdParams } from "./ids.ts";
import { Nullable, OneOf, StrictObject } from "./typebox.ts";
import { Author } from "./users.ts";

/** "I can lend mine", or "I'm looking for one". */
export const CopyKind = OneOf(["lend", "borrow"], "Say whether you can lend a copy or look for one");
export type CopyKind = Static<typeof CopyKind>;

export const NewCopy = StrictObject({ kind: CopyKind });

/** Who can lend a book and who looks for one, those who said so first in front; nobody once its meeting is over. */
export const Copies = Type.Object({
  lend: Type.Array(Author),
  borrow: Type.Array(Author),
  mine: Nullable(CopyKind),
});
export type Copies = Static<typeof Copies>;

export const copyCalls = () =>
  calls("Books", {
    "GET /api/books/:id/copies": {
      by: "member",
      summary: "Show who can lend a book",
      description: "And who is looking for one. Nobody once its meeting is over.",
      params: IdParams,
      response: Copies,
    },
    "PUT /api/books/:id/copy": {
      by: "member",
      summary: "Say that you can lend a book, or look for one",
      params: IdParams,
      body: NewCopy,
      response: Copies,
      throws: { conflict: "The meeting about this book is over." },
    },
    "DELETE /api/books/:id/copy": {
      by: "member",
      summary: "Take back that you can lend a book, or look for one",
      params: IdParams,
      response: Copies,
    },
  });
