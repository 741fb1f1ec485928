import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { IdText } from "#contract/ids.ts";
import { NewPost, Post } from "#contract/posts.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/guards.ts";

const PAGE_LIMIT = Type.RegExp(/^(?:[1-9]\d?|[12]\d\d)$/, { error: "A page holds 1 to 299 posts" });

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
        query: Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(PAGE_LIMIT) }),
        response: Type.Array(Post),
      },
    )
    .post(
      "/api/posts",
      ({ user, body, status }) =>
        status(201, deps.stores.posts.insert(user.id, body.content.trim(), deps.clock.now().toISOString())),
      { member: true, body: NewPost, response: { 201: Post } },
    )
    .delete(
      "/api/posts",
      ({ status }) => {
        deps.stores.posts.removeAll();
        return status(204, undefined);
      },
      { admin: true, response: { 204: Type.Undefined() } },
    );
