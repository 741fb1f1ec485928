import type { AnyElysia } from "elysia";

import { SAFE_METHODS } from "#server/http/cross-site.ts";

export type Route = AnyElysia["routes"][number];
export type Access = "open" | "member" | "host" | "admin";

export function accessOf({ hooks }: Route): Access {
  return hooks.detail?.security?.[0]?.session?.[0] ?? "open";
}

/** Converts a path such as `/api/books/:id/text/*` to OpenAPI. An optional parameter is described as a query. */
export function templateOf(path: string): string {
  return path
    .replace(/\/:\w+\?$/, "")
    .replaceAll(/:(\w+)/g, "{$1}")
    .replace(/\*$/, "{path}");
}

/** True if the route compares `X-Member` with the session. */
export const isGuardedWrite = (route: Route): boolean => accessOf(route) !== "open" && !SAFE_METHODS.has(route.method);
