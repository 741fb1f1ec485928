import type { Wine } from "#contract/wines.ts";
import { type Api, memberApi, openApp } from "#tests/support/web.tsx";

import { ownForm, unloaded } from "./faults.ts";
import type { Row } from "./row.ts";

export const wine: Wine = {
  id: 3,
  name: "Rioja",
  kind: "red",
  note: "Smoky",
  bookId: 7,
  author: { displayName: "Theo Marsh", photoURL: null },
  mine: true,
  likes: 1,
  liked: false,
  createdAt: "2026-01-05T17:00:00Z",
};

const wines = (api: Api = {}) =>
  openApp("/wines", { ...memberApi, "GET /api/wines": [wine], "GET /api/shelf": [], ...api });

/** Ten seconds after pressing. */
export const apart = ["DELETE /api/wines/*"];

export const rows: readonly Row[] = [
  { call: "GET /api/wines", open: wines, says: unloaded },
  {
    call: "POST /api/wines",
    open: wines,
    prepare: "Suggest a wine",
    types: { Wine: "Chablis" },
    make: "Add wine",
    says: ownForm("Your suggestion wasn't saved. Please try again."),
    waiting: "Adding...",
  },
  {
    call: "PATCH /api/wines/*",
    made: "PATCH /api/wines/3",
    open: wines,
    prepare: "Edit 'Rioja'",
    types: { Wine: "Chablis" },
    make: "Save",
    says: ownForm("Your suggestion wasn't saved. Please try again."),
    waiting: "Saving...",
  },
  {
    call: "PUT /api/wines/*/like",
    made: "PUT /api/wines/3/like",
    open: wines,
    make: "Like 'Rioja', 1 like",
    says: ownForm("Your like wasn't saved. Please try again."),
  },
  {
    call: "DELETE /api/wines/*/like",
    made: "DELETE /api/wines/3/like",
    open: () => wines({ "GET /api/wines": [{ ...wine, liked: true }] }),
    make: "Like 'Rioja', 1 like",
    says: ownForm("Your like wasn't saved. Please try again."),
  },
];
