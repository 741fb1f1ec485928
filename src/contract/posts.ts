import { type Static, Type } from "@sinclair/typebox";

import { POST_MAX_LENGTH } from "./limits/posts.ts";
import { Nullable } from "./nullable.ts";
import { SendKey } from "./send-key.ts";
import { LongText } from "./text.ts";
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
  sendKey: SendKey,
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
