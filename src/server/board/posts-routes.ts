import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { createPost, deletePost, getBoard, listPosts, resetBoard, restoreBoard, updatePost } from "./posts.ts";

export const boardRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/posts", ({ query, user }) => listPosts(deps, user.id, query))
    .on("POST /api/posts", ({ actor, body }) => createPost(deps, actor, body))
    .on("PATCH /api/posts/:id", ({ params, body, actor }) => updatePost(deps, actor, params.id, body))
    .on("DELETE /api/posts/:id", ({ params, actor }) => deletePost(deps, actor, params.id))
    .on("DELETE /api/posts", ({ actor }) => resetBoard(deps, actor))
    .on("GET /api/posts/board", () => getBoard(deps))
    .on("POST /api/posts/restore", ({ actor }) => restoreBoard(deps, actor));
