import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** The version of tus, the protocol of resumable uploads (https://tus.io/protocols/resumable-upload). */
export const VERSION = "1.0.0";
/** Without deferred lengths, which can't be checked against the disk. */
export const EXTENSIONS = ["creation", "creation-with-upload", "termination"];
const BYTES = "application/offset+octet-stream";

/** Headers that answer OPTIONS. */
export function optionsHeaders({ config }: Deps): Record<string, string> {
  return {
    "tus-resumable": VERSION,
    "tus-version": VERSION,
    "tus-extension": EXTENSIONS.join(","),
    "tus-max-size": String(config.maxUploadBytes),
  };
}

const OVERRIDE = "x-http-method-override";
const MEANT: ReadonlySet<string> = new Set(["PATCH", "HEAD", "DELETE"]);

/**
 * The call that a POST stands for, by X-HTTP-Method-Override: some proxies let only GET and POST through.
 * @throws AppError 'malformed'
 */
export function asMeant(request: Request): Request {
  const method = request.headers.get(OVERRIDE)?.toUpperCase() ?? "";
  if (!MEANT.has(method))
    throw new AppError("malformed", "Say with X-HTTP-Method-Override what to do: PATCH, HEAD or DELETE.");
  const { url, headers, body } = request;
  return new Request(url, { method, headers, ...(method === "PATCH" && { body }) });
}

/**
 * Checks headers for which the library would answer with other statuses than the protocol's.
 * @throws AppError 'wrong-type'; 'malformed'
 */
export function checkHeaders({ method, headers }: Request): void {
  const type = headers.get("content-type");
  // a first call may bring bytes, too
  const bringsBytes = method === "PATCH" || (method === "POST" && type !== null);
  if (bringsBytes && type !== BYTES) throw new AppError("wrong-type", `Send the bytes as ${BYTES}.`);
  if (method !== "PATCH") return;
  const offset = headers.get("upload-offset");
  if (offset === null || !/^\d{1,16}$/.test(offset))
    throw new AppError("malformed", "Say with Upload-Offset where these bytes begin.");
}
