import { type Static, Type } from "@sinclair/typebox";

import { Chapter } from "./books.ts";
import { Id } from "./ids.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { PatternText } from "./text.ts";

export const UploadParams = Type.Object({
  kind: OneOf(["ebook", "audiobook", "cover"]),
});
export type UploadKind = Static<typeof UploadParams>["kind"];

/** Metadata found in an uploaded file, to fill the book form (DESIGN 3); empty when absent. */
export const Offer = Type.Object({
  title: Type.String(),
  author: Type.String(),
  narrator: Type.String(),
  seconds: Nullable(Type.Number()),
  duration: Type.String(),
  chapters: Type.Array(Chapter),
  cover: Nullable(Type.String()),
  /** Sentences about what of the file members won't get; they don't stop the upload. */
  warnings: Type.Array(Type.String(), { default: [] }),
});
export type Offer = Static<typeof Offer>;

/** `filename` is the uploaded file's own name (SPEC 3). */
export const UploadedFile = Type.Object({ filename: Type.String(), found: Offer });
export type UploadedFile = Static<typeof UploadedFile>;

export const UploadedPicture = Type.Object({ url: Type.String() });
export type UploadedPicture = Static<typeof UploadedPicture>;

export const UploadIdParams = Type.Object({
  id: PatternText(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u, { max: 36 }),
});

export const UploadTarget = Type.Object({ bookId: Id("Not a valid book") });
