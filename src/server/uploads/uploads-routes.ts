import { TUS_EXTENSIONS, TUS_VERSION } from "#contract/book-files.ts";
import type { Caller } from "#server/access/caller.ts";
import { routes } from "#server/access/routes.ts";
import { memoizeAsync } from "#server/adapters/memoize-async.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { receiveUpload } from "./uploads.ts";

/** `bookId` in `Upload-Metadata` is 'new' for a book that doesn't exist yet (BEYOND 8, 9). */
export function uploadRoutes(deps: Deps) {
  const loadUploads = memoizeAsync(async () => (await import("./resumable.ts")).createResumableUploads(deps));
  const handleRequest = async ({ request, actor }: { request: Request; actor: Caller }) => {
    if (request.headers.get("tus-resumable") !== TUS_VERSION) return unsupportedVersionResponse();
    checkHeaders(request);
    return (await loadUploads()).handle(request, actor);
  };
  return routes(deps)
    .on("POST /api/upload/:kind", ({ request, params, actor }) => receiveUpload(deps, actor, request, params.kind))
    .on("OPTIONS /api/uploads", ({ set }) => void Object.assign(set.headers, createOptionsHeaders(deps)))
    .on("POST /api/uploads", handleRequest)
    .on("POST /api/uploads/:id", ({ request, actor }) =>
      handleRequest({ request: applyMethodOverride(request), actor }),
    )
    .on("HEAD /api/uploads/:id", handleRequest)
    .on("PATCH /api/uploads/:id", handleRequest)
    .on("DELETE /api/uploads/:id", handleRequest)
    .on("GET /api/uploads/:id/found", async ({ params }) => (await loadUploads()).getResult(params.id))
    .on("POST /api/uploads/:id/book", async ({ params, body, actor }) =>
      (await loadUploads()).assignToBook(params.id, body.bookId, actor),
    );
}

function createOptionsHeaders({ config }: Deps): Record<string, string> {
  return {
    "tus-resumable": TUS_VERSION,
    "tus-version": TUS_VERSION,
    "tus-extension": TUS_EXTENSIONS.join(","),
    "tus-max-size": String(config.maxUploadBytes),
  };
}

function unsupportedVersionResponse(): Response {
  const headers = { "tus-resumable": TUS_VERSION, "tus-version": TUS_VERSION };
  return Response.json({ message: `Use the tus protocol, version ${TUS_VERSION}.` }, { status: 412, headers });
}

const OFFSET_CONTENT_TYPE = "application/offset+octet-stream";
const METHOD_OVERRIDE_HEADER = "x-http-method-override";
const OVERRIDE_METHODS: ReadonlySet<string> = new Set(["PATCH", "HEAD", "DELETE"]);

/** Some proxies forward only GET and POST. @throws AppError malformed */
function applyMethodOverride(request: Request): Request {
  const method = request.headers.get(METHOD_OVERRIDE_HEADER)?.toUpperCase() ?? "";
  if (!OVERRIDE_METHODS.has(method))
    throw new AppError("malformed", "Set X-HTTP-Method-Override to PATCH, HEAD or DELETE.");
  const { url, headers, body } = request;
  return new Request(url, { method, headers, ...(method === "PATCH" && { body }) });
}

/** Checks headers for which the library returns the wrong status. @throws AppError wrong-type, malformed */
function checkHeaders({ method, headers }: Request): void {
  const type = headers.get("content-type");
  const hasBody = method === "PATCH" || (method === "POST" && type !== null);
  if (hasBody && type !== OFFSET_CONTENT_TYPE)
    throw new AppError("wrong-type", `Send the bytes as ${OFFSET_CONTENT_TYPE}.`);
  if (method !== "PATCH") return;
  const offset = headers.get("upload-offset");
  if (offset === null || !/^\d{1,16}$/.test(offset))
    throw new AppError("malformed", "Set Upload-Offset to the position of these bytes.");
}
