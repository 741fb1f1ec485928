import type { AnyElysia } from "elysia";

import { SAFE_METHODS } from "#server/http/cross-site.ts";

export type Route = AnyElysia["routes"][number];
export type Access = "open" | "member" | "host" | "admin";

/** By whom a route may be called, as its guard says. */
export function accessOf({ hooks }: Route): Access {
  return hooks.detail?.security?.[0]?.session?.[0] ?? "open";
}

/** `/api/books/:id/text/*` as OpenAPI writes it. What may be left out of a path goes as a query, too. */
export function templateOf(path: string): string {
  return path
    .replace(/\/:\w+\?$/, "")
    .replaceAll(/:(\w+)/g, "{$1}")
    .replace(/\*$/, "{path}");
}

/** Whether a route changes something for the member who is signed in, and compares `X-Member` with them. */
export const isGuardedWrite = (route: Route): boolean => accessOf(route) !== "open" && !SAFE_METHODS.has(route.method);
