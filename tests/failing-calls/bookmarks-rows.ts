import { listening, tab } from "./member-rows.ts";
import type { Rows } from "./row.ts";

/** In the reader, which needs a browser that lays out text. */
export const apart = ["PATCH /api/bookmarks/*"];

export const rows: Rows = {
  "GET /api/bookmarks": { open: listening, prepare: tab("Bookmarks") },
  "POST /api/bookmarks": {
    open: listening,
    prepare: tab("Bookmarks"),
    types: { Note: "Ratty's boat" },
    make: /^Bookmark /,
    says: "The bookmark wasn't saved. Check your connection and try again.",
    onPage: true,
  },
  "DELETE /api/bookmarks/1": {
    open: listening,
    prepare: tab("Bookmarks"),
    make: "Remove the bookmark at 1:30",
    says: "The bookmark wasn't removed. Check your connection and try again.",
  },
};
