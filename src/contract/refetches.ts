import type { CallKey } from "./calls.ts";

type GetKey = Extract<CallKey, `GET ${string}`>;

const BOOKMARKS: readonly GetKey[] = ["GET /api/bookmarks"];
/** Shows which books have highlights. */
const SHELF: readonly GetKey[] = ["GET /api/shelf", "GET /api/shelf/:id"];
const NOTES: readonly GetKey[] = ["GET /api/books/:id/notes"];
const OF_PROGRESS: readonly GetKey[] = [
  "GET /api/books/:id/place",
  "GET /api/books/:id/notes",
  "GET /api/books/:id/notes/count",
];

/** Queries to refetch after a frequent call; other calls refetch all. Not in the calls, for the browser's bundle. */
export const REFETCHES: { readonly [Key in CallKey]?: readonly GetKey[] } = {
  "PUT /api/wines/:id/like": ["GET /api/wines"],
  "DELETE /api/wines/:id/like": ["GET /api/wines"],
  "PUT /api/notes/:id/heart": NOTES,
  "DELETE /api/notes/:id/heart": NOTES,
  "POST /api/bookmarks": [...BOOKMARKS, ...SHELF],
  "PATCH /api/bookmarks/:id": BOOKMARKS,
  "DELETE /api/bookmarks/:id": [...BOOKMARKS, ...SHELF],
  "POST /api/audiobook-progress": [
    "GET /api/audiobook-progress",
    "GET /api/audiobook-progress/history",
    ...OF_PROGRESS,
  ],
  "POST /api/reading-progress": ["GET /api/reading-progress", "GET /api/reading-progress/history", ...OF_PROGRESS],
  "DELETE /api/profile": [],
};
