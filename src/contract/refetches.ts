import type { CallKey } from "./calls.ts";

type GetKey = Extract<CallKey, `GET ${string}`>;

const BOOKMARK_QUERIES: readonly GetKey[] = ["GET /api/bookmarks"];
/** Shows which books have highlights. */
const SHELF_QUERIES: readonly GetKey[] = ["GET /api/shelf", "GET /api/shelf/:id"];
const NOTE_QUERIES: readonly GetKey[] = ["GET /api/books/:id/notes"];
const PROGRESS_QUERIES: readonly GetKey[] = [
  "GET /api/books/:id/place",
  "GET /api/books/:id/notes",
  "GET /api/books/:id/notes/count",
];

/** Queries to refetch after a frequent call; other calls refetch all. Not in the calls, for the browser's bundle. */
export const REFETCHES: { readonly [Key in CallKey]?: readonly GetKey[] } = {
  "PUT /api/wines/:id/like": ["GET /api/wines"],
  "DELETE /api/wines/:id/like": ["GET /api/wines"],
  "PUT /api/notes/:id/heart": NOTE_QUERIES,
  "DELETE /api/notes/:id/heart": NOTE_QUERIES,
  "POST /api/bookmarks": [...BOOKMARK_QUERIES, ...SHELF_QUERIES],
  "PATCH /api/bookmarks/:id": BOOKMARK_QUERIES,
  "DELETE /api/bookmarks/:id": [...BOOKMARK_QUERIES, ...SHELF_QUERIES],
  "POST /api/audiobook-progress": [
    "GET /api/audiobook-progress",
    "GET /api/audiobook-progress/history",
    ...PROGRESS_QUERIES,
  ],
  "POST /api/reading-progress": ["GET /api/reading-progress", "GET /api/reading-progress/history", ...PROGRESS_QUERIES],
  "DELETE /api/profile": [],
};
