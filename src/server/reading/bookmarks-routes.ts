import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { Bookmark, BookmarkPatch, NewBookmark } from "#contract/bookmarks.ts";
import { IdParams, IdText } from "#contract/ids.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { changeBookmark, listBookmarks, removeBookmark, setBookmark } from "./bookmarks.ts";

export const bookmarkRoutes = (deps: Deps) =>
  new Elysia({ name: "bookmarks" })
    .use(guards(deps))
    .get("/api/bookmarks", ({ user, query }) => listBookmarks(deps, user, Number(query.bookId)), {
      member: true,
      query: Type.Object({ bookId: IdText }),
      response: Type.Array(Bookmark),
    })
    .post("/api/bookmarks", async ({ by, body, status }) => status(201, await setBookmark(deps, by, body)), {
      member: true,
      body: NewBookmark,
      response: { 201: Bookmark },
    })
    .patch("/api/bookmarks/:id", ({ by, params, body }) => changeBookmark(deps, by, Number(params.id), body.note), {
      member: true,
      params: IdParams,
      body: BookmarkPatch,
      response: Bookmark,
    })
    .delete(
      "/api/bookmarks/:id",
      ({ by, params, status }) => {
        removeBookmark(deps, by, Number(params.id));
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    );
