import { type Static, Type } from "@sinclair/typebox";

import { Chapter } from "./books.ts";
import { Id } from "./ids.ts";
import { Nullable } from "./nullable.ts";

/** Last part of `POST /api/upload/{kind}` (SPEC 7). */
export const UploadParams = Type.Object({
  kind: Type.Union([Type.Literal("ebook"), Type.Literal("audiobook"), Type.Literal("cover")]),
});
export type UploadKind = Static<typeof UploadParams>["kind"];

/** What an uploaded file says of itself, offered for the book form (DESIGN 3). Empty where it says nothing. */
export const Offer = Type.Object({
  title: Type.String(),
  author: Type.String(),
  narrator: Type.String(),
  /** Length of an audiobook in seconds; null for an eBook. */
  seconds: Nullable(Type.Number()),
  /** The same in words, e.g. '8 hrs and 50 mins'; empty for an eBook. */
  duration: Type.String(),
  chapters: Type.Array(Chapter),
  /** `/api/covers/<sha256>.webp` of the picture inside the file, or null. */
  cover: Nullable(Type.String()),
});
export type Offer = Static<typeof Offer>;

/** Answer of `POST /api/upload/ebook` and `…/audiobook`: `filename` is the uploaded file's own name (SPEC 3). */
export const UploadedFile = Type.Object({ filename: Type.String(), found: Offer });
export type UploadedFile = Static<typeof UploadedFile>;

/** Answer of `POST /api/upload/cover`: the address under which our server shows the picture. */
export const UploadedPicture = Type.Object({ url: Type.String() });
export type UploadedPicture = Static<typeof UploadedPicture>;

/** Last part of `/api/uploads/{id}`: the random name of a resumable upload. */
export const UploadIdParams = Type.Object({
  id: Type.RegExp(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
});

/** Body of `POST /api/uploads/{id}/book`: the book that gets a file which was read before the book was made. */
export const UploadTarget = Type.Object({ bookId: Id("Not a valid book") });
