import { type Static, Type } from "@sinclair/typebox";

import { Id, IdText } from "./ids.ts";
import { WINE_NAME_MAX_LENGTH, WINE_NOTE_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";
import { HundredLimit } from "./paging.ts";
import { LineText, LongText } from "./text.ts";
import { Author } from "./users.ts";

export const WineKind = Type.Union(
  [
    Type.Literal("red"),
    Type.Literal("white"),
    Type.Literal("rose"),
    Type.Literal("sparkling"),
    Type.Literal("sweet"),
    Type.Literal("alcohol-free"),
    Type.Literal("other"),
  ],
  { error: "Choose the kind of wine" },
);
export type WineKind = Static<typeof WineKind>;

export const NewWine = Type.Object(
  {
    name: LineText({
      max: WINE_NAME_MAX_LENGTH,
      required: true,
      error: `Enter the wine in one line of at most ${WINE_NAME_MAX_LENGTH} characters`,
    }),
    kind: WineKind,
    note: Type.Optional(
      LongText({ max: WINE_NOTE_MAX_LENGTH, error: `A note may have at most ${WINE_NOTE_MAX_LENGTH} characters` }),
    ),
    bookId: Type.Optional(Nullable(Id("Not a valid book"))),
  },
  { additionalProperties: false },
);
export type NewWine = Static<typeof NewWine>;

export const WinePatch = Type.Partial(NewWine, {
  minProperties: 1,
  additionalProperties: false,
  error: "Send at least one field to change, and only known ones",
});
export type WinePatch = Static<typeof WinePatch>;

export const Wine = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  kind: WineKind,
  note: Type.String(),
  bookId: Nullable(Type.Integer()),
  author: Author,
  mine: Type.Boolean(),
  likes: Type.Integer(),
  liked: Type.Boolean(),
  createdAt: Type.String(),
});
export type Wine = Static<typeof Wine>;

export const WinesQuery = Type.Object({
  bookId: Type.Optional(IdText),
  before: Type.Optional(IdText),
  limit: Type.Optional(HundredLimit),
});
