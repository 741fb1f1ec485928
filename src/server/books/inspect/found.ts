import { type Static, Type } from "@sinclair/typebox";

import { Chapter } from "#contract/books.ts";
import { Nullable } from "#contract/nullable.ts";

/** Metadata found in a file, for the form (DESIGN 3); empty where absent. */
export type Found = {
  title: string;
  author: string;
  narrator: string;
  seconds: number | null;
  chapters: Chapter[];
  cover: Uint8Array | null;
};

/** As the sandbox returns it; `cover` is WebP in base64. */
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
export function cleanLine(text: unknown): string {
  if (typeof text !== "string") return "";
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .trim()
    .slice(0, 300)
    .toWellFormed();
}
