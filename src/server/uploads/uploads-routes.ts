import { uploadCalls } from "#contract/uploads.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { receiveUpload } from "./uploads.ts";

export const uploadRoutes = (deps: Deps) =>
  routes(deps, uploadCalls()).on("POST /api/upload/:kind", ({ request, params, actor }) =>
    receiveUpload(deps, actor, request, params.kind),
  );
