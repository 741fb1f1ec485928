import { memberApi, openApp } from "#tests/support/web.tsx";

import { press, type Rows, type } from "./row.ts";

const PAPER = "/api/books/7/paper";
const place = {
  listening: null,
  reading: null,
  paper: { page: 100, pages: 320 },
  left: { listening: null, reading: null },
  pace: 1500,
  reached: 0.3,
  offer: null,
};
const talk = { reached: 0.3, open: false, notes: [], ahead: [] };
const api = {
  ...memberApi,
  "GET /api/books/7/notes": talk,
  "GET /api/books/7/place": place,
  [`GET ${PAPER}/history`]: [{ id: 5, page: 90, pages: 320, leftAt: "2026-01-05T17:00:00Z" }],
  [`PUT ${PAPER}`]: place,
};
const unchanged = "Your page wasn't changed. Check your connection and try again.";

/** The page and its line are there without them; the lists' own pages say that they couldn't be loaded. */
export const apart = ["GET /api/books/*/paper/history", "GET /api/books/*/plan"];

export const rows: Rows = {
  [`PUT ${PAPER}`]: {
    open: () => openApp("/talk", api),
    types: { "I'm on page": "143" },
    make: "Save my page",
    says: "Your place wasn't saved. Please try again.",
    waiting: "Saving...",
  },
  [`POST ${PAPER}/restore`]: { open: () => openApp("/talk", api), make: "Go back", says: unchanged },
  [`DELETE ${PAPER}`]: {
    open: () => openApp("/talk", { ...api, "GET /api/books/7/place": { ...place, paper: { page: null, pages: 320 } } }),
    prepare: async () => {
      await type({ "I'm on page": "143" });
      await press("Save my page");
    },
    make: "Undo",
    says: unchanged,
  },
};
