const NOTES = "/api/books/:id/notes";
const BOOKMARKS = ["/api/bookmarks"];

/** What every place changes, too: how far the member has come, so which notes they may read. */
export const REACHED = ["/api/books/:id/place", NOTES, `${NOTES}/count`];
/** Where the member is in the sound or the text; the place in the text is in the answer to its save. */
export const SOUND = ["/api/audiobook-progress", "/api/audiobook-progress/history"];
export const TEXT = ["/api/reading-progress/history"];

/**
 * What acts that are made often change, as paths of the API's description; all other acts have everything asked for
 * again. A test compares this with the server.
 */
export const REFETCHES = {
  "PUT /api/wines/:id/like": ["/api/wines"],
  "DELETE /api/wines/:id/like": ["/api/wines"],
  "PUT /api/notes/:id/heart": [NOTES],
  "DELETE /api/notes/:id/heart": [NOTES],
  "POST /api/bookmarks": BOOKMARKS,
  "PATCH /api/bookmarks/:id": BOOKMARKS,
  "DELETE /api/bookmarks/:id": BOOKMARKS,
  "POST /api/audiobook-progress": [...SOUND, ...REACHED],
  "POST /api/reading-progress": ["/api/reading-progress", ...TEXT, ...REACHED],
  // the session is over
  "DELETE /api/profile": [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
