import { copyCalls } from "#contract/copies.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { clearCopyStatus, readCopies, setCopyStatus } from "./copies.ts";

export const copyRoutes = (deps: Deps) =>
  routes(deps, copyCalls())
    .on("GET /api/books/:id/copies", ({ user, params }) => readCopies(deps, user, params.id))
    .on("PUT /api/books/:id/copy", ({ actor, params, body }) => setCopyStatus(deps, actor, params.id, body.kind))
    .on("DELETE /api/books/:id/copy", ({ actor, params }) => clearCopyStatus(deps, actor, params.id));
