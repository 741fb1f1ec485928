import type { Rows } from "./row.ts";

/** The reader needs a browser that lays out text: tests/journeys/reader.test.ts. */
export const apart = [
  "DELETE /api/anchors/*",
  "DELETE /api/books/*/match",
  "GET /api/books/*/contents",
  "GET /api/books/*/match",
  "GET /api/books/*/place",
  "GET /api/books/*/sentences",
  "GET /api/books/*/timeline",
  "GET /api/reading-progress",
  "GET /api/reading-progress/history",
  "POST /api/books/*/anchors",
  "POST /api/reading-progress",
  "PUT /api/books/*/match",
];

export const rows: Rows = {};
