import { ownForm, unloaded } from "./faults.ts";
import { listening, tab } from "./member-rows.ts";
import type { Row } from "./row.ts";

/** In the reader, which needs a browser that lays out text. */
export const apart = ["PATCH /api/bookmarks/*"];

export const rows: readonly Row[] = [
  { call: "GET /api/bookmarks", open: listening, prepare: tab("Bookmarks"), says: unloaded },
  {
    call: "POST /api/bookmarks",
    open: listening,
    prepare: tab("Bookmarks"),
    types: { Note: "Ratty's boat" },
    make: /^Bookmark /,
    says: ownForm("The bookmark wasn't saved. Check your connection and try again."),
    onPage: true,
  },
  {
    call: "DELETE /api/bookmarks/*",
    made: "DELETE /api/bookmarks/1",
    open: listening,
    prepare: tab("Bookmarks"),
    make: "Remove the bookmark at 1:30",
    says: ownForm("The bookmark wasn't removed. Check your connection and try again."),
  },
];
