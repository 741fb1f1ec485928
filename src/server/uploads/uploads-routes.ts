import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { UploadedFile, UploadedPicture, UploadParams } from "#contract/uploads.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

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
