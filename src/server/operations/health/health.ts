import type { Health } from "#contract/club.ts";
import { describeError } from "#server/adapters/log.ts";
import { VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { textResponse } from "#server/http/file-response.ts";

/** Writes to the database. @param isAdmin also names missing folders @throws AppError 'busy' (503) if it fails */
export function checkHealth(deps: Deps, isAdmin = false): Health {
  try {
    deps.stores.probeWrite();
  } catch (error) {
    deps.log.error("database can't be written", { error: describeError(error) });
    throw new AppError("busy", "The club's database can't be written right now.", { retryAfter: 30 });
  }
  const { missing } = deps.folders;
  if (missing.length > 0) return { status: "incomplete", ...(isAdmin && { missing: [...missing] }) };
  return { status: "ok", version: VERSION };
}

/** Responds to container orchestrators, which only check for status 200 (BEYOND 12); null for other methods. */
export function getUpResponse(deps: Deps, request: Request): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const { status } = checkHealth(deps);
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return textResponse(request, `${status}\n`, headers);
}
