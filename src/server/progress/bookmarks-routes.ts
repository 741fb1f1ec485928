import { bookmarkCalls } from "#contract/bookmarks.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { changeBookmark, listBookmarks, removeBookmark, setBookmark } from "./bookmarks.ts";

export const bookmarkRoutes = (deps: Deps) =>
  routes(deps, bookmarkCalls())
    .on("GET /api/bookmarks", ({ user, query }) => listBookmarks(deps, user, query.bookId))
    .on("POST /api/bookmarks", ({ actor, body }) => setBookmark(deps, actor, body))
    .on("PATCH /api/bookmarks/:id", ({ actor, params, body }) => changeBookmark(deps, actor, params.id, body.note))
    .on("DELETE /api/bookmarks/:id", ({ actor, params }) => removeBookmark(deps, actor, params.id));
