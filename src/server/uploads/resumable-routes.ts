import { Type } from "@sinclair/typebox";

import { UploadedFile, UploadIdParams, UploadTarget } from "#contract/uploads.ts";
import type { Caller } from "#server/access/caller.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { once } from "#server/adapters/once.ts";
import type { Deps } from "#server/deps.ts";

import {
  ACT_ON_UPLOAD,
  CANCEL_UPLOAD,
  CREATE_UPLOAD,
  GET_OFFSET,
  GET_OPTIONS,
  REFUSED,
  SEND_BYTES,
} from "./described.ts";
import { asMeant, optionsHeaders } from "./protocol.ts";

/**
 * tus 1.0, for admins (BEYOND 8 and 9). `Upload-Metadata` has `filename`, `kind` ('ebook' or 'audiobook') and `bookId`:
 * 'new' for a book that doesn't exist yet; left out, the current book, as in forms. The library loads on first use.
 */
export const resumableRoutes = (deps: Deps) => {
  const load = once(async () => (await import("./resumable.ts")).createResumable(deps));
  const handle = async ({ request, by }: { request: Request; by: Caller }) => (await load()).handle(request, by);
  const one = { admin: true, parse: "none", params: UploadIdParams } as const;
  return (
    guardedRoutes(deps, { name: "resumable", tag: "Uploads" })
      .options(
        "/api/uploads",
        ({ status, set }) => {
          Object.assign(set.headers, optionsHeaders(deps));
          return status(204, undefined);
        },
        { admin: true, detail: { ...GET_OPTIONS }, response: { 204: Type.Undefined() } },
      )
      // copies: Elysia adds the guard's part to what it is given
      .post("/api/uploads", handle, { admin: true, parse: "none", detail: { ...CREATE_UPLOAD }, throws: REFUSED })
      .post(
        "/api/uploads/:id",
        async ({ request, by }: { request: Request; by: Caller }) => (await load()).handle(asMeant(request), by),
        { ...one, detail: { ...ACT_ON_UPLOAD }, throws: REFUSED },
      )
      .head("/api/uploads/:id", handle, { ...one, detail: { ...GET_OFFSET }, throws: REFUSED })
      .patch("/api/uploads/:id", handle, { ...one, detail: { ...SEND_BYTES }, throws: REFUSED })
      .delete("/api/uploads/:id", handle, {
        admin: true,
        params: UploadIdParams,
        detail: { ...CANCEL_UPLOAD },
        throws: REFUSED,
      })
      .get("/api/uploads/:id/found", async ({ params }) => (await load()).found(params.id), {
        admin: true,
        detail: { summary: "Show what was found in an uploaded file" },
        params: UploadIdParams,
        response: UploadedFile,
      })
      .post(
        "/api/uploads/:id/book",
        async ({ params, body, by }) => (await load()).giveTo(params.id, body.bookId, by),
        {
          admin: true,
          detail: { summary: "Give an uploaded file to a book" },
          throws: { conflict: "The file hasn't arrived completely." },
          params: UploadIdParams,
          body: UploadTarget,
          response: UploadedFile,
        },
      )
  );
};
