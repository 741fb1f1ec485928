import { type Static, Type } from "@sinclair/typebox";

import { Chapter } from "./books.ts";
import { defineCalls } from "./call.ts";
import { Id } from "./ids.ts";
import { formBody, mediaBody, mediaResponse, storedFileResponse } from "./media.ts";
import { ISO_TIME, PatternText } from "./text.ts";
import { Nullable, OneOf } from "./typebox.ts";

const UploadParams = Type.Object({
  kind: OneOf(["ebook", "audiobook", "cover"]),
});
export type UploadKind = Static<typeof UploadParams>["kind"];

/** Metadata found in an uploaded file, to fill the book form (DESIGN 3); empty when absent. */
export const FoundMetadata = Type.Object({
  title: Type.String(),
  author: Type.String(),
  narrator: Type.String(),
  seconds: Nullable(Type.Number()),
  duration: Type.String(),
  chapters: Type.Array(Chapter),
  cover: Nullable(Type.String()),
  /** Sentences about content that can't be used. They don't reject the upload. */
  warnings: Type.Array(Type.String(), { default: [] }),
});
export type FoundMetadata = Static<typeof FoundMetadata>;

/** `filename` is the uploaded file's own name (SPEC 3). */
export const UploadedFile = Type.Object({ filename: Type.String(), found: FoundMetadata });
export type UploadedFile = Static<typeof UploadedFile>;

export const UploadedImage = Type.Object({ url: Type.String() });
export type UploadedImage = Static<typeof UploadedImage>;

const UploadIdParams = Type.Object({
  id: PatternText(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u, { max: 36 }),
});

export const UploadTarget = Type.Object({ bookId: Id("Not a valid book") });

export const uploadCalls = () =>
  defineCalls("Uploads", "admin", {
    "POST /api/upload/:kind": {
      summary: "Upload an eBook, an audiobook or a cover",
      description:
        "The server checks the file first. Without `bookId`, an eBook or audiobook is added to the current book, and a cover to no book yet.",
      params: UploadParams,
      body: formBody(
        "One file, in the field named like `kind`: an EPUB; an MP3 or M4B; a picture of at most 30 MB. Send `bookId` before it.",
        ["ebook", "audiobook", "cover"],
        { bookId: { type: "integer", minimum: 1 } },
      ),
      status: 201,
      response: Type.Union([UploadedFile, UploadedImage]),
      throws: { "not-found": "There is no such book, or no current one." },
    },
    "OPTIONS /api/uploads": {
      summary: "Get the supported tus versions",
      description: "They are in the headers `Tus-Version`, `Tus-Extension` and `Tus-Max-Size`.",
    },
    "POST /api/uploads": {
      status: 201,
      summary: "Create a resumable upload",
      description:
        "Follows tus 1.0. The body may contain the first bytes. An unfinished upload is deleted a day after its last byte.",
      isRaw: true,
      throws: TUS_ERRORS,
      openApi: {
        parameters: [
          VERSION_HEADER,
          requiredHeader("Upload-Length", "The file's size in bytes."),
          requiredHeader(
            "Upload-Metadata",
            "`filename`, `kind` (`ebook` or `audiobook`) and `bookId` (`new` for a book that comes later; left out, the current book), each with its value in base64.",
          ),
        ],
        responses: tusResponses(201, "The upload's address is in `Location`."),
      },
    },
    "POST /api/uploads/:id": {
      ...TUS_CALL,
      status: 204,
      summary: "Append to an upload through a proxy that only allows POST",
      description: "The header `X-HTTP-Method-Override` makes it the PATCH, HEAD or DELETE of the same URL.",
      body: tusBody("With `PATCH`, the bytes from `Upload-Offset` on."),
      openApi: {
        parameters: [VERSION_HEADER, requiredHeader("X-HTTP-Method-Override", "`PATCH`, `HEAD` or `DELETE`.")],
        responses: {
          ...tusResponses(204, "The response of PATCH and DELETE."),
          200: { description: "The response of HEAD." },
        },
      },
    },
    "HEAD /api/uploads/:id": {
      ...TUS_CALL,
      summary: "Get the offset of an upload",
      openApi: {
        parameters: [VERSION_HEADER],
        responses: {
          ...tusResponses(200, "`Upload-Offset` says how many bytes."),
          410: { description: "The upload has expired. Create a new one." },
        },
      },
    },
    "PATCH /api/uploads/:id": {
      ...TUS_CALL,
      status: 204,
      summary: "Append to an upload",
      description: "After the last byte, the server checks the file and adds it to the book.",
      body: tusBody("The bytes from `Upload-Offset` on."),
      openApi: {
        parameters: [VERSION_HEADER, OFFSET_HEADER],
        responses: tusResponses(204, "They are stored; `Upload-Offset` says how many in all."),
      },
    },
    "DELETE /api/uploads/:id": {
      ...TUS_CALL,
      status: 204,
      summary: "Cancel an upload",
      openApi: { parameters: [VERSION_HEADER], responses: tusResponses(204, "The upload was deleted.") },
    },
    "GET /api/uploads/:id/found": {
      summary: "Get the metadata of an uploaded file",
      params: UploadIdParams,
      response: UploadedFile,
    },
    "POST /api/uploads/:id/book": {
      summary: "Assign an uploaded file to a book",
      params: UploadIdParams,
      body: UploadTarget,
      response: UploadedFile,
      throws: { conflict: "The file hasn't arrived completely." },
    },
  });

const requiredHeader = (name: string, description: string) => ({
  in: "header",
  name,
  description,
  required: true,
  schema: { type: "string" },
});
export const TUS_VERSION = "1.0.0";
/** Without deferred lengths, because the free space can't be checked for them. */
export const TUS_EXTENSIONS = ["creation", "creation-with-upload", "termination"];
const VERSION_HEADER = requiredHeader("Tus-Resumable", `The protocol's version: ${TUS_VERSION}`);
const OFFSET_HEADER = requiredHeader("Upload-Offset", "Bytes that came before.");
const tusResponses = (status: number, description: string) => ({
  [status]: { description },
  412: { description: "The request is for another version of tus." },
});
const tusBody = (description: string) => mediaBody(description, "application/offset+octet-stream");

const TUS_ERRORS = {
  conflict: "The upload continued in another request: get its offset.",
  "too-large": "The file is larger than the limit, or than announced.",
  "wrong-type": "It isn't an EPUB, MP3 or M4B, or wasn't sent as application/offset+octet-stream.",
  invalid: "The metadata is incomplete, or the file is damaged.",
  "too-many": "There are too many unfinished uploads.",
  malformed: "The upload can't be read.",
  "not-found": "There is no such upload or book; uploads expire after a day.",
};

/** A call of the tus protocol (https://tus.io/protocols/resumable-upload). */
const TUS_CALL = { by: "admin", params: UploadIdParams, isRaw: true, throws: TUS_ERRORS } as const;

export const bookFileCalls = () =>
  defineCalls("Books", "member", {
    "GET /api/download/ebook/:id": {
      summary: "Download an eBook",
      query: Version,
      response: storedFileResponse("The eBook.", EPUB),
      hasHead: true,
    },
    "GET /api/download/audiobook/:id": {
      summary: "Download or play an audiobook",
      query: Version,
      response: storedFileResponse("The audiobook.", ...AUDIO_TYPES),
      hasHead: true,
    },
    "GET /api/covers/small/:name": {
      summary: "Get a small cover",
      params: Type.Object({ name: PatternText(/^[0-9a-f]{64}\.webp$/u, { max: 69 }) }),
      response: IMAGE,
    },
    "GET /api/avatars/*": { by: "member", summary: "Get a picture", response: IMAGE },
    "GET /api/covers/*": { by: "member", summary: "Get a picture", response: IMAGE },
  });

const Version = Type.Object({
  v: Type.Optional(PatternText(ISO_TIME, { max: 24 })),
});

const EPUB = "application/epub+zip";

const AUDIO_TYPES = ["audio/mp4", "audio/mpeg"];

const IMAGE = mediaResponse("The picture, which never changes.", "image/webp");
