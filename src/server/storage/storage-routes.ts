import { storageCalls } from "#contract/storage.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { describeStorage } from "./storage.ts";

export const storageRoutes = (deps: Deps) =>
  routes(deps, storageCalls()).on("GET /api/storage", () => describeStorage(deps));
