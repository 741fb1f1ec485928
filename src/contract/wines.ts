import { type Static, Type } from "@sinclair/typebox";

import { CHANGE } from "./change.ts";
import { Id, IdText } from "./ids.ts";
import { WINE_NAME_MAX_LENGTH, WINE_NOTE_MAX_LENGTH } from "./limits/wines.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { HundredLimit } from "./paging.ts";
import { SendKey } from "./send-key.ts";
import { StrictObject } from "./strict-object.ts";
import { LineText, LongText } from "./text.ts";
import { Author } from "./users.ts";

export const WineKind = OneOf(
  ["red", "white", "rose", "sparkling", "sweet", "alcohol-free", "other"],
  "Choose the kind of wine",
);
export type WineKind = Static<typeof WineKind>;

const WineFields = StrictObject({
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
});

export const NewWine = StrictObject({ ...WineFields.properties, sendKey: SendKey });
export type NewWine = Static<typeof NewWine>;

export const WinePatch = Type.Partial(WineFields, CHANGE);
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
