import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { UploadedFile, UploadedPicture, UploadParams } from "#contract/uploads.ts";
import type { Deps } from "#server/deps.ts";
import { guards } from "#server/http/guards.ts";

/**
 * Files from admins: multipart, the file named by its kind, and `bookId` (SPEC 7). The body is never in memory.
 * What reads the files is loaded with the first one: most starts of the program never need it.
 */
export const uploadRoutes = (deps: Deps) =>
  new Elysia({ name: "uploads" }).use(guards(deps)).post(
    "/api/upload/:kind",
    async ({ request, params, by, status }) => {
      const { receiveUpload } = await import("./uploads.ts");
      return status(201, await receiveUpload(deps, request, params.kind, by));
    },
    {
      admin: true,
      parse: "none",
      params: UploadParams,
      response: { 201: Type.Union([UploadedFile, UploadedPicture]) },
    },
  );
