import { resumableCalls, uploadCalls } from "#contract/book-files.ts";
import type { Caller } from "#server/access/caller.ts";
import { routes } from "#server/access/routes.ts";
import { memoizeAsync } from "#server/adapters/memoize-async.ts";
import type { Deps } from "#server/deps.ts";

import { applyMethodOverride, createOptionsHeaders } from "./protocol.ts";
import { receiveUpload } from "./uploads.ts";

const uploadRoutes = (deps: Deps) =>
  routes(deps, uploadCalls()).on("POST /api/upload/:kind", ({ request, params, actor }) =>
    receiveUpload(deps, actor, request, params.kind),
  );

/** `bookId` in `Upload-Metadata` is 'new' for a book that doesn't exist yet (BEYOND 8, 9). */
const resumableRoutes = (deps: Deps) => {
  const loadUploads = memoizeAsync(async () => (await import("./resumable.ts")).createResumableUploads(deps));
  const handleRequest = async ({ request, actor }: { request: Request; actor: Caller }) =>
    (await loadUploads()).handle(request, actor);
  return routes(deps, resumableCalls())
    .on("OPTIONS /api/uploads", ({ set }) => void Object.assign(set.headers, createOptionsHeaders(deps)))
    .on("POST /api/uploads", handleRequest)
    .on("POST /api/uploads/:id", async ({ request, actor }) =>
      (await loadUploads()).handle(applyMethodOverride(request), actor),
    )
    .on("HEAD /api/uploads/:id", handleRequest)
    .on("PATCH /api/uploads/:id", handleRequest)
    .on("DELETE /api/uploads/:id", handleRequest)
    .on("GET /api/uploads/:id/found", async ({ params }) => (await loadUploads()).found(params.id))
    .on("POST /api/uploads/:id/book", async ({ params, body, actor }) =>
      (await loadUploads()).assignToBook(params.id, body.bookId, actor),
    );
};

export const uploadRouteGroups = (deps: Deps) => [uploadRoutes(deps).app, resumableRoutes(deps).app];
