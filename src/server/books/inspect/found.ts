import { type Static, Type } from "@sinclair/typebox";

import { Chapter } from "#contract/books.ts";
import { Nullable } from "#contract/nullable.ts";

/** What a file says of itself, offered to the admin (DESIGN 3). Empty text where it says nothing. */
export type Found = {
  title: string;
  author: string;
  narrator: string;
  /** Length of an audiobook. */
  seconds: number | null;
  chapters: Chapter[];
  /** The picture as it stands in the file, not yet checked. */
  cover: Uint8Array | null;
};

/** The same as the sandbox hands it out; `cover` is re-encoded as WebP, in base64. */
export const Inspected = Type.Object({
  title: Type.String(),
  author: Type.String(),
  narrator: Type.String(),
  seconds: Nullable(Type.Number()),
  chapters: Type.Array(Chapter),
  cover: Nullable(Type.String()),
});
export type Inspected = Static<typeof Inspected>;

/** One line of at most 300 characters: tags hold line breaks, NUL and worse. */
export function tidy(text: unknown): string {
  if (typeof text !== "string") return "";
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .trim()
    .slice(0, 300)
    .toWellFormed();
}
