import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { REVIEW_MAX_LENGTH } from "./limits.ts";
import { Meeting } from "./meetings.ts";
import { Nullable } from "./nullable.ts";
import { LongText } from "./text.ts";
import { Author } from "./users.ts";
import { Wine } from "./wines.ts";

/** Whether the reader got to the end. */
export const Finished = Type.Union([Type.Literal("yes"), Type.Literal("partly"), Type.Literal("no")], {
  error: "Say whether you finished it: yes, partly or no",
});
export type Finished = Static<typeof Finished>;

const Stars = Type.Integer({ minimum: 1, maximum: 5, error: "Give 1 to 5 stars" });

/** Body of `PUT /api/books/{id}/review` (BEYOND 4): replaces the caller's own; what is left out is empty. */
export const NewReview = Type.Object(
  {
    stars: Type.Optional(Nullable(Stars)),
    text: Type.Optional(
      LongText({ max: REVIEW_MAX_LENGTH, error: `A review may have at most ${REVIEW_MAX_LENGTH} characters` }),
    ),
    finished: Type.Optional(Nullable(Finished)),
  },
  { additionalProperties: false },
);
export type NewReview = Static<typeof NewReview>;

/** A member's own review. At least one of the three says something. */
export const OwnReview = Type.Object({
  stars: Nullable(Type.Integer()),
  text: Type.String(),
  finished: Nullable(Finished),
});
export type OwnReview = Static<typeof OwnReview>;

/** A review on a book's page. */
export const Review = Type.Composite([
  OwnReview,
  Type.Object({
    author: Author,
    /** ISO-8601 UTC. */
    createdAt: Type.String(),
    mine: Type.Boolean(),
  }),
]);
export type Review = Static<typeof Review>;

/** A book on the shelf. */
export const ShelfBook = Type.Composite([
  Type.Pick(Book, ["id", "title", "author", "coverImage", "month"]),
  Type.Object({
    /** Of all who gave stars; null without any, and while others' reviews are withheld from the caller. */
    rating: Nullable(Type.Object({ average: Type.Number(), count: Type.Integer() })),
    /** How far the stars lie apart: their standard deviation; null like the rating. */
    spread: Nullable(Type.Number()),
    /** yyyy-MM-dd of the last meeting about it; null until one is over. */
    metOn: Nullable(Type.String()),
    /** That meeting in short: where, how many came with their guests, and the wines that go with the book. */
    evening: Nullable(Type.Object({ place: Type.String(), came: Type.Integer(), poured: Type.Array(Type.String()) })),
    hasEbook: Type.Boolean(),
    hasAudiobook: Type.Boolean(),
    mine: Nullable(OwnReview),
  }),
]);
export type ShelfBook = Static<typeof ShelfBook>;

/** The books of a year, newest first. */
export const ShelfYear = Type.Object({ year: Type.Integer(), books: Type.Array(ShelfBook) });
export type ShelfYear = Static<typeof ShelfYear>;

/** Query of `GET /api/shelf`. */
export const ShelfQuery = Type.Object({
  year: Type.Optional(Type.RegExp(/^\d{4}$/, { error: "The year must have four digits" })),
});

/** A book's page on the shelf (`GET /api/shelf/{bookId}`). */
export const ShelfPage = Type.Composite([
  ShelfBook,
  Type.Object({
    synopsis: Type.String(),
    /** The meeting about it: the last one that is over, else the one ahead. */
    meeting: Nullable(Meeting),
    /** What was on the board for it. */
    brought: Type.Array(Type.Object({ content: Type.String(), author: Author })),
    /** Newest first. */
    wines: Type.Array(Wine),
    /** Newest first. While others' are withheld, the caller's own at most. */
    reviews: Type.Array(Review),
    /** How many there are, withheld ones too. */
    reviewCount: Type.Integer(),
  }),
]);
export type ShelfPage = Static<typeof ShelfPage>;
