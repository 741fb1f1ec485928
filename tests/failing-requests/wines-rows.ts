import type { Wine } from "#contract/wines.ts";
import { type Api, memberApi, openApp } from "#tests/support/web.tsx";

import type { Rows } from "./row.ts";

export const wine: Wine = {
  id: 3,
  name: "Rioja",
  kind: "red",
  note: "Smoky",
  bookId: 7,
  author: { id: 7, displayName: "Theo Marsh", photoURL: null },
  mine: true,
  likes: 1,
  liked: false,
  createdAt: "2026-01-05T17:00:00Z",
};

const wines = (api: Api = {}) =>
  openApp("/wines", { ...memberApi, "GET /api/wines": [wine], "GET /api/shelf": [], ...api });

/** Ten seconds after pressing. */
export const apart = ["DELETE /api/wines/*"];

export const rows: Rows = {
  "GET /api/wines": { open: wines },
  "POST /api/wines": {
    open: wines,
    prepare: "Suggest a wine",
    types: { Wine: "Chablis" },
    make: "Add wine",
    says: "Your suggestion wasn't saved. Please try again.",
    waiting: "Adding...",
  },
  "PATCH /api/wines/3": {
    open: wines,
    prepare: "Edit 'Rioja'",
    types: { Wine: "Chablis" },
    make: "Save",
    says: "Your suggestion wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  "PUT /api/wines/3/like": {
    open: wines,
    make: "Like 'Rioja', 1 like",
    says: "Your like wasn't saved. Please try again.",
  },
  "DELETE /api/wines/3/like": {
    open: () => wines({ "GET /api/wines": [{ ...wine, liked: true }] }),
    make: "Like 'Rioja', 1 like",
    says: "Your like wasn't saved. Please try again.",
  },
};
