import { type Static, Type } from "@sinclair/typebox";

import { POST_MAX_LENGTH } from "./limits.ts";
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
});
export type Post = Static<typeof Post>;
