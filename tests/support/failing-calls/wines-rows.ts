import type { Wine } from "#contract/wines.ts";
import { type Api, memberApi, openApp } from "#tests/support/web.tsx";

import { ownForm, unloaded } from "./faults.ts";
import { press, type Row, type } from "./row.ts";

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
    prepare: async () => {
      await press("Suggest a wine");
      await type({ Wine: "Chablis" });
    },
    make: () => press("Add wine"),
    says: ownForm("Your suggestion wasn't saved. Please try again."),
    waiting: "Adding...",
    keeps: { Wine: "Chablis" },
  },
  {
    call: "PATCH /api/wines/*",
    made: "PATCH /api/wines/3",
    open: wines,
    prepare: async () => {
      await press("Edit 'Rioja'");
      await type({ Wine: "Chablis" });
    },
    make: () => press("Save"),
    says: ownForm("Your suggestion wasn't saved. Please try again."),
    waiting: "Saving...",
    keeps: { Wine: "Chablis" },
  },
  {
    call: "PUT /api/wines/*/like",
    made: "PUT /api/wines/3/like",
    open: wines,
    make: () => press("Like 'Rioja', 1 like"),
    says: ownForm("Your like wasn't saved. Please try again."),
  },
  {
    call: "DELETE /api/wines/*/like",
    made: "DELETE /api/wines/3/like",
    open: () => wines({ "GET /api/wines": [{ ...wine, liked: true }] }),
    make: () => press("Like 'Rioja', 1 like"),
    says: ownForm("Your like wasn't saved. Please try again."),
  },
];
