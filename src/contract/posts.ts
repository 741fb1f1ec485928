import { type Static, Type } from "@sinclair/typebox";

import { POST_MAX_LENGTH } from "./limits/posts.ts";
import { Nullable } from "./nullable.ts";
import { LongText, PatternText } from "./text.ts";
import { Author } from "./users.ts";

export const PostPatch = Type.Object({
  content: LongText({
    max: POST_MAX_LENGTH,
    required: true,
    error: `Write what you are bringing, in at most ${POST_MAX_LENGTH} characters`,
  }),
});
export type PostPatch = Static<typeof PostPatch>;

export const NewPost = Type.Object({
  ...PostPatch.properties,
  /** Chosen by the page: a post that is sent twice with the same key is stored once. */
  sendKey: Type.Optional(PatternText(/^[\w-]{16,64}$/u, { max: 64, error: "Not a valid key" })),
});
export type NewPost = Static<typeof NewPost>;

/** Newest first in lists (SPEC 3). */
export const Post = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  createdAt: Type.String(),
  user: Author,
  mine: Type.Boolean(),
  editedAt: Nullable(Type.String()),
  meetingId: Nullable(Type.Integer()),
  /** The need it claims; null for a typed post. */
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
