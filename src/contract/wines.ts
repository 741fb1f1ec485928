import { type Static, Type } from "@sinclair/typebox";

import { defineCalls, type Limit } from "./call.ts";
import { Id, IdText, PageLimit100, PageQuery, SendKey } from "./ids.ts";
import { WINE_NAME_MAX_LENGTH, WINE_NOTE_MAX_LENGTH } from "./limits.ts";
import { LineText, LongText } from "./text.ts";
import { Nullable, OneOf, PATCH_OPTIONS, StrictObject } from "./typebox.ts";
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
    error: "Enter the wine in one line of at most # characters",
  }),
  kind: WineKind,
  note: Type.Optional(LongText({ max: WINE_NOTE_MAX_LENGTH, error: "A note may have at most # characters" })),
  bookId: Type.Optional(Nullable(Id("Not a valid book"))),
});

export const NewWine = StrictObject({ ...WineFields.properties, sendKey: SendKey });
export type NewWine = Static<typeof NewWine>;

export const WinePatch = Type.Partial(WineFields, PATCH_OPTIONS);
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

const WinesQuery = Type.Object({
  bookId: Type.Optional(IdText),
  ...PageQuery(PageLimit100).properties,
});

export const WINE_LIMIT: Limit = { key: "wine", max: 50, per: "month", message: "add # wines a month" };

export const wineCalls = () =>
  defineCalls("Wines", "member", {
    "GET /api/wines": {
      summary: "List wines",
      description: "Newest first.",
      query: WinesQuery,
      response: Type.Array(Wine),
    },
    "POST /api/wines": {
      summary: "Add a wine",
      body: NewWine,
      response: Wine,
      isSentOnce: true,
      throws: { "not-found": "There is no such book." },
      limits: [WINE_LIMIT],
    },
    "PATCH /api/wines/:id": {
      summary: "Update a wine",
      description: "Members may update their own, and admins any.",
      body: WinePatch,
      response: Wine,
      throws: { forbidden: "It's somebody else's wine." },
    },
    "DELETE /api/wines/:id": {
      summary: "Delete a wine",
      description: "Members may delete their own, and admins any.",
      throws: { forbidden: "It's somebody else's wine." },
    },
    "PUT /api/wines/:id/like": {
      summary: "Like a wine",
      response: Wine,
    },
    "DELETE /api/wines/:id/like": {
      summary: "Unlike a wine",
      response: Wine,
    },
  });
