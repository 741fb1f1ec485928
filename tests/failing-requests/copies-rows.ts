import { shelfPage } from "#tests/support/shelf-answers.ts";
import { memberApi, openApp } from "#tests/support/web.tsx";

import type { Rows } from "./row.ts";

const nobody = { lend: [], borrow: [], mine: null };
const open = (copies: object) => () =>
  openApp("/shelf/7", {
    ...memberApi,
    "GET /api/shelf/7": shelfPage,
    "GET /api/books/7/notes": { reached: 0, open: true, notes: [], ahead: [] },
    "GET /api/books/7/copies": copies,
  });
const says = "That wasn't saved. Please try again.";

export const rows: Rows = {
  "GET /api/books/7/copies": { open: open(nobody) },
  "PUT /api/books/7/copy": { open: open(nobody), make: "I can lend mine", says },
  "DELETE /api/books/7/copy": { open: open({ ...nobody, mine: "lend" }), make: "I can lend mine", says },
};
