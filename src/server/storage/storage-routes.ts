import { Storage } from "#contract/storage.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { describeStorage } from "./storage.ts";

export const storageRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "storage", tag: "Server" }).get("/api/storage", () => describeStorage(deps), {
    admin: true,
    detail: { summary: "Show the state of the storage" },
    response: Storage,
  });
