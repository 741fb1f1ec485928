import { SESSION_EXPIRED } from "#web/api/failure-reason.ts";

import { PROBLEM, type Says } from "./faults.ts";
import { listening, tab } from "./member-rows.ts";
import type { Rows } from "./row.ts";

/** In the reader, which needs a browser that lays out text. */
export const apart = ["PATCH /api/bookmarks/*"];

const unless =
  (failed: string): Says =>
  ({ status, message }) => {
    if (status === 401) return SESSION_EXPIRED;
    return message ?? `${failed} ${status === undefined ? "Check your connection and try again." : PROBLEM}`;
  };

export const rows: Rows = {
  "GET /api/bookmarks": { open: listening, prepare: tab("Bookmarks") },
  "POST /api/bookmarks": {
    open: listening,
    prepare: tab("Bookmarks"),
    types: { Note: "Ratty's boat" },
    make: /^Bookmark /,
    says: unless("The bookmark wasn't saved."),
    onPage: true,
  },
  "DELETE /api/bookmarks/1": {
    open: listening,
    prepare: tab("Bookmarks"),
    make: "Remove the bookmark at 1:30",
    says: unless("The bookmark wasn't removed."),
  },
};
