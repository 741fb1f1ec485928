import { type Static, Type } from "@sinclair/typebox";

import { POST_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";
import { Author } from "./users.ts";

/** Body of `POST /api/posts`: what a member brings. Not blank after trimming (SPEC 5). */
export const NewPost = Type.Object({
  content: Type.RegExp(/[^\s\p{Cf}\p{Cc}]/u, {
    maxLength: POST_MAX_LENGTH,
    error: `Write what you are bringing, in at most ${POST_MAX_LENGTH} characters`,
  }),
});
export type NewPost = Static<typeof NewPost>;

/** An entry of the Snacks & Drinks Board, newest first in lists (SPEC 3). */
export const Post = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  /** ISO-8601 UTC. */
  createdAt: Type.String(),
  user: Author,
  /** The caller's own. */
  mine: Type.Boolean(),
  /** ISO-8601 UTC; null while it's as it was written. */
  editedAt: Nullable(Type.String()),
  /** The meeting it is for; null while none is ahead. */
  meetingId: Nullable(Type.Integer()),
  /** The need that it claims; null for a post that was typed. */
  needId: Nullable(Type.Integer()),
});
export type Post = Static<typeof Post>;

/** What an admin needs to know before and after a reset of the board (`GET /api/posts/board`). */
export const Board = Type.Object({
  /** How many posts stand on it. */
  posts: Type.Integer(),
  /** The last reset that can still be taken back, or null. */
  undo: Nullable(
    Type.Object({
      /** How many posts it would bring back. */
      posts: Type.Integer(),
      /** ISO-8601 UTC. */
      until: Type.String(),
    }),
  ),
});
export type Board = Static<typeof Board>;
