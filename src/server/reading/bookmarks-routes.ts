import { Type } from "@sinclair/typebox";

import { Bookmark, BookmarkPatch, NewBookmark } from "#contract/bookmarks.ts";
import { IdParams, OfBook } from "#contract/ids.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, madeOnce, madeOrDeleted, NO_CONTENT } from "#server/http/no-content.ts";

import { changeBookmark, listBookmarks, removeBookmark, setBookmark } from "./bookmarks.ts";

export const bookmarkRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "bookmarks", tag: "Reading" })
    .get("/api/bookmarks", ({ user, query }) => listBookmarks(deps, user, query.bookId), {
      member: true,
      detail: { summary: "List your bookmarks in a book", description: "In order of place." },
      throws: { "not-found": "There is no such book." },
      query: OfBook,
      response: Type.Array(Bookmark),
    })
    .post("/api/bookmarks", async ({ by, body }) => madeOrDeleted(await setBookmark(deps, by, body)), {
      member: true,
      detail: {
        summary: "Set a bookmark",
        description: "In the sound with `currentTime`, in the text with `fraction`.",
      },
      throws: {
        conflict: "You can have 500 bookmarks per book, or you've changed this one's note on another device since.",
        "not-found": "There is no such book.",
      },
      body: NewBookmark,
      response: madeOnce(Bookmark),
    })
    .patch("/api/bookmarks/:id", ({ by, params, body }) => changeBookmark(deps, by, params.id, body.note), {
      member: true,
      detail: { summary: "Change a bookmark's note" },
      params: IdParams,
      body: BookmarkPatch,
      response: Bookmark,
    })
    .delete("/api/bookmarks/:id", ({ by, params, status }) => status(204, done(removeBookmark(deps, by, params.id))), {
      member: true,
      detail: { summary: "Delete a bookmark" },
      params: IdParams,
      response: NO_CONTENT,
    });
