import { Elysia } from "elysia";

import { UploadedFile, UploadIdParams, UploadTarget } from "#contract/uploads.ts";
import type { Caller } from "#server/access/caller.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import type { Resumable } from "./resumable.ts";

/** tus 1.0, for admins (BEYOND 8). The library loads on first use. */
export const resumableRoutes = (deps: Deps) => {
  let loading: Promise<Resumable> | null = null;
  const load = () => (loading ??= import("./resumable.ts").then(({ createResumable }) => createResumable(deps)));
  const handle = async ({ request, by }: { request: Request; by: Caller }) => (await load()).handle(request, by);
  const one = { admin: true, parse: "none", params: UploadIdParams } as const;
  return new Elysia({ name: "resumable" })
    .use(guards(deps))
    .post("/api/uploads", handle, { admin: true, parse: "none" })
    .head("/api/uploads/:id", handle, one)
    .patch("/api/uploads/:id", handle, one)
    .delete("/api/uploads/:id", handle, { admin: true, params: UploadIdParams })
    .get("/api/uploads/:id/found", async ({ params }) => (await load()).found(params.id), {
      admin: true,
      params: UploadIdParams,
      response: UploadedFile,
    })
    .post("/api/uploads/:id/book", async ({ params, body, by }) => (await load()).giveTo(params.id, body.bookId, by), {
      admin: true,
      params: UploadIdParams,
      body: UploadTarget,
      response: UploadedFile,
    });
};
