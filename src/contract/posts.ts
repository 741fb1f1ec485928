import { type Static, Type } from "@sinclair/typebox";

import { POST_MAX_LENGTH } from "./limits.ts";
import { Nullable } from "./nullable.ts";
import { LongText } from "./text.ts";
import { Author } from "./users.ts";

/** What a member brings (SPEC 5). */
export const NewPost = Type.Object({
  content: LongText({
    max: POST_MAX_LENGTH,
    required: true,
    error: `Write what you are bringing, in at most ${POST_MAX_LENGTH} characters`,
  }),
});
export type NewPost = Static<typeof NewPost>;

/** Newest first in lists (SPEC 3). */
export const Post = Type.Object({
  id: Type.Integer(),
  content: Type.String(),
  createdAt: Type.String(),
  user: Author,
  /** Written by the caller. */
  mine: Type.Boolean(),
  /** Null while unedited. */
  editedAt: Nullable(Type.String()),
  /** Null when no meeting is ahead. */
  meetingId: Nullable(Type.Integer()),
  /** The need it claims; null for a typed post. */
  needId: Nullable(Type.Integer()),
});
export type Post = Static<typeof Post>;

/** For admins before and after a reset. */
export const Board = Type.Object({
  posts: Type.Integer(),
  /** The last reset that can be undone, or null. */
  undo: Nullable(
    Type.Object({
      /** Posts it would bring back. */
      posts: Type.Integer(),
      until: Type.String(),
    }),
  ),
});
export type Board = Static<typeof Board>;
