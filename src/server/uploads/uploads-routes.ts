import { resumableCalls, uploadCalls } from "#contract/book-files.ts";
import type { Caller } from "#server/access/caller.ts";
import { routes } from "#server/access/routes.ts";
import { memoizeAsync } from "#server/adapters/memoize-async.ts";
import type { Deps } from "#server/deps.ts";

import { asMeant, optionsHeaders } from "./protocol.ts";
import { receiveUpload } from "./uploads.ts";

export const uploadRoutes = (deps: Deps) =>
  routes(deps, uploadCalls()).on("POST /api/upload/:kind", ({ request, params, actor }) =>
    receiveUpload(deps, actor, request, params.kind),
  );

/**
 * tus 1.0, for admins (BEYOND 8 and 9). `Upload-Metadata` has `filename`, `kind` ('ebook' or 'audiobook') and `bookId`:
 * 'new' for a book that doesn't exist yet; left out, the current book, as in forms. The library loads on first use.
 */
export const resumableRoutes = (deps: Deps) => {
  const load = memoizeAsync(async () => (await import("./resumable.ts")).createResumable(deps));
  const handle = async ({ request, actor }: { request: Request; actor: Caller }) =>
    (await load()).handle(request, actor);
  return routes(deps, resumableCalls())
    .on("OPTIONS /api/uploads", ({ set }) => void Object.assign(set.headers, optionsHeaders(deps)))
    .on("POST /api/uploads", handle)
    .on("POST /api/uploads/:id", async ({ request, actor }) => (await load()).handle(asMeant(request), actor))
    .on("HEAD /api/uploads/:id", handle)
    .on("PATCH /api/uploads/:id", handle)
    .on("DELETE /api/uploads/:id", handle)
    .on("GET /api/uploads/:id/found", async ({ params }) => (await load()).found(params.id))
    .on("POST /api/uploads/:id/book", async ({ params, body, actor }) =>
      (await load()).giveTo(params.id, body.bookId, actor),
    );
};
