import { type Static, Type } from "@sinclair/typebox";

import { Book, NewBook } from "./books.ts";
import { CHANGE } from "./change.ts";
import { IdText } from "./ids.ts";
import { TITLE_MAX_LENGTH } from "./limits/books.ts";
import { REASON_MAX_LENGTH } from "./limits/nominations.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { HundredLimit } from "./paging.ts";
import { StrictObject } from "./strict-object.ts";
import { LineText, LongText } from "./text.ts";
import { Author } from "./users.ts";

const name = (error: string) => LineText({ max: TITLE_MAX_LENGTH, required: true, error });

export const NewNomination = StrictObject({
  title: name(`Enter the title in one line of at most ${TITLE_MAX_LENGTH} characters`),
  author: name(`Enter the author in one line of at most ${TITLE_MAX_LENGTH} characters`),
  reason: Type.Optional(
    LongText({ max: REASON_MAX_LENGTH, error: `Your reason may have at most ${REASON_MAX_LENGTH} characters` }),
  ),
  pages: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 100_000, error: "The length must be a number of pages" })),
  ),
  ...Type.Pick(NewBook, ["isbn", "synopsis", "coverImage"]).properties,
});
export type NewNomination = Static<typeof NewNomination>;

export const NominationPatch = Type.Partial(NewNomination, CHANGE);
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

/** Without a limit, all of them. */
export const NominationsQuery = Type.Object({
  before: Type.Optional(IdText),
  limit: Type.Optional(HundredLimit),
});
export type NominationsQuery = Static<typeof NominationsQuery>;
