import type { CallKey } from "./calls.ts";

type Get = Extract<CallKey, `GET ${string}`>;

const BOOKMARKS: readonly Get[] = ["GET /api/bookmarks"];
/** Says in which books one has highlights. */
const SHELF: readonly Get[] = ["GET /api/shelf", "GET /api/shelf/:id"];
const NOTES: readonly Get[] = ["GET /api/books/:id/notes"];
/** What depends on how far a member has come in a book. */
const OF_PROGRESS: readonly Get[] = [
  "GET /api/books/:id/place",
  "GET /api/books/:id/notes",
  "GET /api/books/:id/notes/count",
];

/** The GETs whose responses a frequent call changes; other calls change all. Separate from the table of calls for the browser. */
export const REFETCHES: { readonly [Key in CallKey]?: readonly Get[] } = {
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
  // the session is over
  "DELETE /api/profile": [],
};
