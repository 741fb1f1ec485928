import type { CallKey } from "./calls.ts";

type GetKey = Extract<CallKey, `GET ${string}`>;

/** The paths of members' pages, and the calls whose responses are embedded (decision 0033). */
export const MEMBER_PATHS: Readonly<Record<string, readonly GetKey[]>> = {
  "/": ["GET /api/content", "GET /api/meetings/current", "GET /api/posts", "GET /api/polls/current"],
  "/admin": [],
  "/admin/health": [],
  "/admin/months": [],
  "/admin/months/:month": [],
  "/audiobook": [],
  "/ebook": [],
  "/help": [],
  "/hosts": ["GET /api/meetings/hosts"],
  "/meetings/:id/host": [],
  "/privacy": [],
  "/profile": [],
  "/read": [],
  "/read/:id": [],
  "/recommendations": ["GET /api/polls/current", "GET /api/nominations"],
  "/shelf": ["GET /api/shelf"],
  "/shelf/:id": [],
  "/talk": [],
  "/wines": ["GET /api/wines", "GET /api/shelf"],
};

/** False for other paths, such as a login proxy's. */
export function isMemberPath(path: string): boolean {
  const segments = path.split("/");
  return Object.keys(MEMBER_PATHS).some((pattern) => {
    const names = pattern.split("/");
    return (
      names.length === segments.length &&
      names.every((name, at) => (name.startsWith(":") ? segments[at] !== "" : name === segments[at]))
    );
  });
}
