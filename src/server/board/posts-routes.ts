import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdText } from "#contract/ids.ts";
import { PageLimit } from "#contract/paging.ts";
import { Board, NewPost, Post } from "#contract/posts.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/http/guards.ts";

import { addPost, readBoard, resetBoard, restoreBoard } from "./board.ts";

/** The Snacks & Drinks Board (SPEC 7). Without paging parameters the list is whole. */
export const postRoutes = (deps: Deps) =>
  new Elysia({ name: "posts" })
    .use(guards(deps))
    .get(
      "/api/posts",
      ({ query }) =>
        deps.stores.posts.list({
          ...(query.before && { before: Number(query.before) }),
          ...(query.limit && { limit: Number(query.limit) }),
        }),
      {
        member: true,
        query: Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(PageLimit) }),
        response: Type.Array(Post),
      },
    )
    .post("/api/posts", async ({ by, body, status }) => status(201, await addPost(deps, by, body)), {
      member: true,
      body: NewPost,
      response: { 201: Post },
    })
    .delete(
      "/api/posts",
      ({ by, status }) => {
        resetBoard(deps, by);
        return status(204, undefined);
      },
      { admin: true, response: { 204: Type.Undefined() } },
    )
    .get("/api/posts/board", () => readBoard(deps), { admin: true, response: Board })
    .post("/api/posts/restore", ({ by }) => restoreBoard(deps, by), { admin: true, response: Board });
