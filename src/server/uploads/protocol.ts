import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

export const TUS_VERSION = "1.0.0";
/** Without deferred lengths, because the free space can't be checked for them. */
export const TUS_EXTENSIONS = ["creation", "creation-with-upload", "termination"];
const OFFSET_CONTENT_TYPE = "application/offset+octet-stream";

export function createOptionsHeaders({ config }: Deps): Record<string, string> {
  return {
    "tus-resumable": TUS_VERSION,
    "tus-version": TUS_VERSION,
    "tus-extension": TUS_EXTENSIONS.join(","),
    "tus-max-size": String(config.maxUploadBytes),
  };
}

const METHOD_OVERRIDE_HEADER = "x-http-method-override";
const OVERRIDE_METHODS: ReadonlySet<string> = new Set(["PATCH", "HEAD", "DELETE"]);

/** Some proxies forward only GET and POST. @throws AppError malformed */
export function applyMethodOverride(request: Request): Request {
  const method = request.headers.get(METHOD_OVERRIDE_HEADER)?.toUpperCase() ?? "";
  if (!OVERRIDE_METHODS.has(method))
    throw new AppError("malformed", "Say with X-HTTP-Method-Override what to do: PATCH, HEAD or DELETE.");
  const { url, headers, body } = request;
  return new Request(url, { method, headers, ...(method === "PATCH" && { body }) });
}

/** For headers whose status in the library isn't the protocol's. @throws AppError wrong-type, malformed */
export function checkHeaders({ method, headers }: Request): void {
  const type = headers.get("content-type");
  const hasBody = method === "PATCH" || (method === "POST" && type !== null);
  if (hasBody && type !== OFFSET_CONTENT_TYPE)
    throw new AppError("wrong-type", `Send the bytes as ${OFFSET_CONTENT_TYPE}.`);
  if (method !== "PATCH") return;
  const offset = headers.get("upload-offset");
  if (offset === null || !/^\d{1,16}$/.test(offset))
    throw new AppError("malformed", "Say with Upload-Offset where these bytes begin.");
}
