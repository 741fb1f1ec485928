import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdParams, IdText } from "#contract/ids.ts";
import { PageLimit } from "#contract/paging.ts";
import { Board, NewPost, Post } from "#contract/posts.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { addPost, changePost, listPosts, readBoard, removePost, resetBoard, restoreBoard } from "./board.ts";

export const postRoutes = (deps: Deps) =>
  new Elysia({ name: "posts" })
    .use(guards(deps))
    .get(
      "/api/posts",
      ({ query, user }) =>
        listPosts(deps, user.id, {
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
    .patch("/api/posts/:id", ({ params, body, by }) => changePost(deps, Number(params.id), body, by), {
      member: true,
      params: IdParams,
      body: NewPost,
      response: Post,
    })
    .delete(
      "/api/posts/:id",
      ({ params, by, status }) => {
        removePost(deps, Number(params.id), by);
        return status(204, undefined);
      },
      { member: true, params: IdParams, response: { 204: Type.Undefined() } },
    )
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
