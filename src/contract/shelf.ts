import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { defineCalls } from "./call.ts";
import { AGE_PARAMETER } from "./headers.ts";
import { REVIEW_MAX_LENGTH } from "./limits.ts";
import { Meeting } from "./meetings.ts";
import { LongText, PatternText, YEAR } from "./text.ts";
import { Integer, Nullable, OneOf, StrictObject } from "./typebox.ts";
import { Author } from "./users.ts";
import { Wine } from "./wines.ts";

export const FinishedState = OneOf(["yes", "partly", "no"], "Say whether you finished it: yes, partly or no");
export type FinishedState = Static<typeof FinishedState>;

const Stars = Integer(1, 5, "Give 1 to 5 stars");

export const NewReview = StrictObject({
  stars: Type.Optional(Nullable(Stars)),
  text: Type.Optional(LongText({ max: REVIEW_MAX_LENGTH, error: "A review may have at most # characters" })),
  finished: Type.Optional(Nullable(FinishedState)),
});
export type NewReview = Static<typeof NewReview>;

export const OwnReview = Type.Object({
  stars: Nullable(Type.Integer()),
  text: Type.String(),
  finished: Nullable(FinishedState),
});
export type OwnReview = Static<typeof OwnReview>;

export const Review = Type.Object({
  ...OwnReview.properties,
  author: Author,
  createdAt: Type.String(),
  mine: Type.Boolean(),
});
export type Review = Static<typeof Review>;

export const ShelfBook = Type.Object({
  ...Type.Pick(Book, ["id", "title", "author", "coverImage", "month"]).properties,
  /** Null without stars, and while reviews are withheld. */
  rating: Nullable(Type.Object({ average: Type.Number(), count: Type.Integer() })),
  /** Standard deviation of the stars; null if the rating is. */
  spread: Nullable(Type.Number()),
  /** yyyy-MM-dd of the last meeting; null until it's over. */
  metOn: Nullable(Type.String()),
  /** `came` includes guests. */
  evening: Nullable(Type.Object({ place: Type.String(), came: Type.Integer(), wines: Type.Array(Type.String()) })),
  hasEbook: Type.Boolean(),
  hasAudiobook: Type.Boolean(),
  hasHighlights: Type.Boolean(),
  mine: Nullable(OwnReview),
});
export type ShelfBook = Static<typeof ShelfBook>;

export const ShelfYear = Type.Object({ year: Type.Integer(), books: Type.Array(ShelfBook) });
export type ShelfYear = Static<typeof ShelfYear>;

const ShelfQuery = Type.Object({
  year: Type.Optional(PatternText(new RegExp(`^${YEAR}$`, "u"), { max: 4, error: "The year must have four digits" })),
});

export const ShelfPage = Type.Object({
  ...ShelfBook.properties,
  synopsis: Type.String(),
  isbn: Type.String(),
  /** The last past meeting about it, or else the next one. */
  meeting: Nullable(Meeting),
  brought: Type.Array(Type.Object({ content: Type.String(), author: Author })),
  wines: Type.Array(Wine),
  /** Newest first; only the caller's own while reviews are withheld. */
  reviews: Type.Array(Review),
  reviewCount: Type.Integer(),
});
export type ShelfPage = Static<typeof ShelfPage>;

export const shelfCalls = () =>
  defineCalls("Shelf", "member", {
    "GET /api/shelf": {
      summary: "Get the shelf",
      description: "Grouped by year, newest first. Books of coming months aren't included.",
      query: ShelfQuery,
      response: Type.Array(ShelfYear),
    },
    "GET /api/shelf/:id": {
      summary: "Get a book of the shelf",
      response: ShelfPage,
    },
    "PUT /api/books/:id/review": {
      summary: "Review a book",
      description: "A review has stars, a text, or whether you finished the book.",
      body: NewReview,
      response: OwnReview,
      openApi: { parameters: [AGE_PARAMETER] },
    },
    "DELETE /api/books/:id/review": {
      summary: "Delete your review",
    },
  });

export const CopyKind = OneOf(["lend", "borrow"], "Say whether you can lend a copy or look for one");
export type CopyKind = Static<typeof CopyKind>;

export const NewCopy = StrictObject({ kind: CopyKind });

/** Oldest first; empty after the meeting. */
export const Copies = Type.Object({
  lend: Type.Array(Author),
  borrow: Type.Array(Author),
  mine: Nullable(CopyKind),
});
export type Copies = Static<typeof Copies>;

export const copyCalls = () =>
  defineCalls("Books", "member", {
    "GET /api/books/:id/copies": {
      summary: "List printed copies to lend",
      description: "Also lists who is looking for one. Both lists are empty once the book's meeting is over.",
      response: Copies,
    },
    "PUT /api/books/:id/copy": {
      summary: "Offer or request a printed copy",
      body: NewCopy,
      response: Copies,
      throws: { conflict: "The meeting about this book is over." },
    },
    "DELETE /api/books/:id/copy": {
      summary: "Delete your offer or request of a printed copy",
      response: Copies,
    },
  });
