import { Type } from "@sinclair/typebox";

import { IdParams, IdText } from "#contract/ids.ts";
import { PageLimit } from "#contract/paging.ts";
import { Board, NewPost, Post, PostPatch } from "#contract/posts.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { limitText } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { done, madeOnce, madeOrDeleted, NO_CONTENT } from "#server/http/no-content.ts";

import {
  addPost,
  changePost,
  listPosts,
  POST_LIMIT,
  readBoard,
  removePost,
  resetBoard,
  restoreBoard,
} from "./posts.ts";

export const postRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "posts", tag: "Board" })
    .get("/api/posts", ({ query, user }) => listPosts(deps, user.id, query), {
      member: true,
      detail: {
        summary: "List the posts of the board",
        description: "Those of the current meeting and of none, the newest first; at most the newest 500.",
      },
      query: Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(PageLimit) }),
      response: Type.Array(Post),
    })
    .post("/api/posts", async ({ by, body }) => madeOrDeleted(await addPost(deps, by, body)), {
      member: true,
      detail: { summary: "Post to the board" },
      throws: { "too-many": limitText(POST_LIMIT) },
      body: NewPost,
      response: madeOnce(Post),
    })
    .patch("/api/posts/:id", ({ params, body, by }) => changePost(deps, params.id, body, by), {
      member: true,
      detail: { summary: "Edit your own post" },
      throws: {
        forbidden: "It's somebody else's post.",
        conflict: "The post is a claim: change its quantity instead.",
      },
      params: IdParams,
      body: PostPatch,
      response: Post,
    })
    .delete("/api/posts/:id", ({ params, by, status }) => status(204, done(removePost(deps, params.id, by))), {
      member: true,
      detail: {
        summary: "Delete a post",
        description: "Your own; admins may delete any. A post that is a claim takes the claim along.",
      },
      throws: { forbidden: "It's somebody else's post." },
      params: IdParams,
      response: NO_CONTENT,
    })
    .delete("/api/posts", ({ by, status }) => status(204, done(resetBoard(deps, by))), {
      admin: true,
      detail: { summary: "Clear the board", description: "It can be undone for 10 minutes." },
      response: NO_CONTENT,
    })
    .get("/api/posts/board", () => readBoard(deps), {
      admin: true,
      detail: {
        summary: "Count the posts of the board",
        description: "And tell whether clearing it can still be undone.",
      },
      response: Board,
    })
    .post("/api/posts/restore", ({ by }) => restoreBoard(deps, by), {
      admin: true,
      detail: { summary: "Bring back a cleared board" },
      throws: { conflict: "The last 10 minutes have nothing to undo." },
      response: Board,
    });
