import { accepts, type Description } from "#server/http/described.ts";

type Parameter = Extract<NonNullable<Description["parameters"]>[number], { name: string }>;

const header = (name: string, description: string): Parameter => ({
  in: "header",
  name,
  description,
  required: true,
  schema: { type: "string" },
});
const VERSION = header("Tus-Resumable", "The protocol's version: 1.0.0");
const OFFSET = header("Upload-Offset", "Bytes that came before.");
const answers = (status: number, description: string) => ({
  responses: { [status]: { description }, 412: { description: "Another version of tus was asked for." } },
});

export const GET_OPTIONS: Description = {
  summary: "Tell what the club knows of tus",
  description: "`Tus-Version`, `Tus-Extension` and `Tus-Max-Size` say it.",
};
/**
 * The tus protocol's calls, for the API's description: they speak by headers (https://tus.io/protocols/resumable-
 * upload).
 */
export const CREATE_UPLOAD: Description = {
  summary: "Begin an upload that survives a bad line",
  description: "tus 1.0. May already carry bytes. An upload that isn't finished is deleted a day after its last byte.",
  parameters: [
    VERSION,
    header("Upload-Length", "The file's size in bytes."),
    header(
      "Upload-Metadata",
      "`filename`, `kind` (`ebook` or `audiobook`) and `bookId` (`new` for a book that comes later; left out, the current book), each with its value in base64.",
    ),
  ],
  ...answers(201, "The upload's address is in `Location`."),
};
export const GET_OFFSET: Description = {
  summary: "Ask how much of an upload has arrived",
  parameters: [VERSION],
  responses: {
    ...answers(200, "`Upload-Offset` says how many bytes.").responses,
    410: { description: "The upload has expired. Begin it again." },
  },
};
export const SEND_BYTES: Description = {
  summary: "Send more of an upload",
  description: "The last byte checks the file and puts it in place.",
  parameters: [VERSION, OFFSET],
  ...accepts("The bytes from `Upload-Offset` on.", "application/offset+octet-stream"),
  ...answers(204, "They are stored; `Upload-Offset` says how many in all."),
};
export const ACT_ON_UPLOAD: Description = {
  summary: "Send more of an upload, where only POST gets through",
  description: "By `X-HTTP-Method-Override`, this is the PATCH, HEAD or DELETE of the same address.",
  parameters: [VERSION, header("X-HTTP-Method-Override", "`PATCH`, `HEAD` or `DELETE`.")],
  ...accepts("With `PATCH`, the bytes from `Upload-Offset` on.", "application/offset+octet-stream"),
  responses: { ...answers(204, "As PATCH and DELETE answer.").responses, 200: { description: "As HEAD answers." } },
};
export const CANCEL_UPLOAD: Description = {
  summary: "Cancel an upload",
  parameters: [VERSION],
  ...answers(204, "The upload is gone."),
};

/** The errors of all these calls. */
export const REFUSED = {
  conflict: "The upload continued elsewhere: ask for its offset.",
  "too-large": "The file is larger than the club takes, or than announced.",
  "wrong-type": "It isn't an EPUB, MP3 or M4B, or wasn't sent as application/offset+octet-stream.",
  invalid: "The metadata is incomplete, or the file is damaged.",
  "too-many": "There are too many unfinished uploads.",
  malformed: "The upload can't be read.",
  "not-found": "There is no such upload or book; uploads expire after a day.",
};
