import { Type } from "@sinclair/typebox";

import { UploadedFile, UploadedPicture, UploadParams } from "#contract/uploads.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { acceptsForm } from "#server/http/described.ts";

import { receiveUpload } from "./uploads.ts";

export const uploadRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "uploads", tag: "Uploads" }).post(
    "/api/upload/:kind",
    async ({ request, params, by, status }) => status(201, await receiveUpload(deps, request, params.kind, by)),
    {
      admin: true,
      detail: {
        summary: "Upload an eBook, an audiobook or a cover",
        description:
          "The file is checked first. Without `bookId`, an eBook or audiobook is for the current book, and a cover for none yet.",
        ...acceptsForm(
          "One file, in the field named like `kind`: an EPUB; an MP3 or M4B; a picture of at most 30 MB. Send `bookId` before it.",
          ["ebook", "audiobook", "cover"],
          { bookId: { type: "integer", minimum: 1 } },
        ),
      },
      throws: { "not-found": "There is no such book, or no current one." },
      parse: "none",
      params: UploadParams,
      response: { 201: Type.Union([UploadedFile, UploadedPicture]) },
    },
  );
