import type { Deps } from "#server/deps.ts";
import { textResponse } from "#server/http/file-response.ts";

import { checkHealth } from "./health.ts";

/**
 * For programs that run containers, which ask whether it answers 200 (BEYOND 12).
 * @returns null for a method other than GET and HEAD @throws AppError 'busy', as /api/health
 */
export function answerUp(deps: Deps, request: Request): Response | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const { status } = checkHealth(deps);
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return textResponse(request, `${status}\n`, headers);
}
