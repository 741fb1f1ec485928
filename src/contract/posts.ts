import { type Static, Type } from "@sinclair/typebox";

import { defineCalls, type Limit } from "./call.ts";
import { PageLimit, PageQuery, SendKey } from "./ids.ts";
import { POST_MAX_LENGTH } from "./limits.ts";
import { LongText } from "./text.ts";
import { Nullable } from "./typebox.ts";
import { Author } from "./users.ts";

export const PostPatch = Type.Object({
  content: LongText({
    max: POST_MAX_LENGTH,
    required: true,
    error: "Write what you are bringing, in at most # characters",
  }),
});
export type PostPatch = Static<typeof PostPatch>;

export const NewPost = Type.Object({
  ...PostPatch.properties,
  sendKey: SendKey,
});
export type NewPost = Static<typeof NewPost>;

export const Post = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  createdAt: Type.String(),
  user: Author,
  mine: Type.Boolean(),
  editedAt: Nullable(Type.String()),
  meetingId: Nullable(Type.Integer()),
  /** Null for a typed post. */
  needId: Nullable(Type.Integer()),
});
export type Post = Static<typeof Post>;

export const Board = Type.Object({
  posts: Type.Integer(),
  undo: Nullable(
    Type.Object({
      posts: Type.Integer(),
      until: Type.String(),
    }),
  ),
});
export type Board = Static<typeof Board>;

export const POST_LIMIT: Limit = { key: "post", max: 100, per: "minute", message: "post # times a minute" };

export const postCalls = () =>
  defineCalls("Board", "admin", {
    "GET /api/posts": {
      by: "member",
      summary: "List the posts of the board",
      description: "Newest first, up to 500. Contains the posts of the current meeting, and those of no meeting.",
      query: PageQuery(PageLimit),
      response: Type.Array(Post),
    },
    "POST /api/posts": {
      by: "member",
      summary: "Post to the board",
      body: NewPost,
      response: Post,
      isSentOnce: true,
      limits: [POST_LIMIT],
    },
    "PATCH /api/posts/:id": {
      by: "member",
      summary: "Update your post",
      body: PostPatch,
      response: Post,
      throws: {
        forbidden: "It's somebody else's post.",
        conflict: "The post is a claim: change its quantity instead.",
      },
    },
    "DELETE /api/posts/:id": {
      by: "member",
      summary: "Delete a post",
      description: "Members may delete their own, and admins any. If the post is a claim, the claim is deleted, too.",
      throws: { forbidden: "It's somebody else's post." },
    },
    "DELETE /api/posts": {
      summary: "Clear the board",
      description: "It can be undone for 10 minutes.",
    },
    "GET /api/posts/board": {
      summary: "Count the posts of the board",
      description: "Also returns whether clearing it can be undone.",
      response: Board,
    },
    "POST /api/posts/restore": {
      summary: "Restore a cleared board",
      response: Board,
      throws: { conflict: "The board wasn't cleared in the last 10 minutes." },
    },
  });
