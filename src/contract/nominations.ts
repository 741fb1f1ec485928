import { type Static, Type } from "@sinclair/typebox";

import { Book, LOOK_UP_LIMIT, NewBook } from "./books.ts";
import { defineCalls } from "./call.ts";
import { PageLimit100, PageQuery } from "./ids.ts";
import { REASON_MAX_LENGTH, TITLE_MAX_LENGTH } from "./limits.ts";
import { LineText, LongText } from "./text.ts";
import { Integer, Nullable, OneOf, PATCH_OPTIONS, StrictObject } from "./typebox.ts";
import { Author } from "./users.ts";

const titleText = (error: string) => LineText({ max: TITLE_MAX_LENGTH, required: true, error });

export const NewNomination = StrictObject({
  title: titleText("Enter the title in one line of at most # characters"),
  author: titleText("Enter the author in one line of at most # characters"),
  reason: Type.Optional(LongText({ max: REASON_MAX_LENGTH, error: "Your reason may have at most # characters" })),
  pages: Type.Optional(Nullable(Integer(1, 100_000, "The length must be a number of pages"))),
  ...Type.Pick(NewBook, ["isbn", "synopsis", "coverImage"]).properties,
});
export type NewNomination = Static<typeof NewNomination>;

export const NominationPatch = Type.Partial(NewNomination, PATCH_OPTIONS);
export type NominationPatch = Static<typeof NominationPatch>;

export const Nomination = Type.Object({
  id: Type.Integer(),
  ...Type.Pick(Book, ["title", "author", "isbn", "synopsis", "coverImage"]).properties,
  reason: Type.String(),
  pages: Nullable(Type.Integer()),
  nominatedBy: Author,
  mine: Type.Boolean(),
  state: OneOf(["open", "on-ballot", "chosen"]),
  createdAt: Type.String(),
});
export type Nomination = Static<typeof Nomination>;

export const NominationsQuery = PageQuery(PageLimit100);
export type NominationsQuery = Static<typeof NominationsQuery>;

export const nominationCalls = () =>
  defineCalls("Votes", "member", {
    "GET /api/nominations": {
      summary: "List nominations",
      description: "Newest first.",
      query: NominationsQuery,
      response: Type.Array(Nomination),
    },
    "POST /api/nominations": {
      summary: "Nominate a book",
      body: NewNomination,
      status: 201,
      response: Nomination,
      throws: { conflict: "You have 5 nominations, or the book is on the shelf or nominated already." },
      limits: [LOOK_UP_LIMIT],
    },
    "PATCH /api/nominations/:id": {
      summary: "Update a nomination",
      description: "Members may update their own, and admins any.",
      body: NominationPatch,
      response: Nomination,
      throws: {
        forbidden: "It's somebody else's nomination.",
        conflict: "The book is on the ballot, on the shelf or nominated already.",
      },
      limits: [LOOK_UP_LIMIT],
    },
    "DELETE /api/nominations/:id": {
      summary: "Delete a nomination",
      description: "Members may delete their own, and admins any.",
      throws: { forbidden: "It's somebody else's nomination.", conflict: "The book is on the ballot." },
    },
  });
