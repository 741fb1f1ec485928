import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { deleteAnchor, readTimeline, setAnchor } from "./anchors.ts";
import { correctMatch, readMatch, resetMatch } from "./match.ts";
import { getSentences } from "./sentences.ts";

export const alignmentRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/books/:id/timeline", ({ user, params }) => readTimeline(deps, user, params.id))
    .on("POST /api/books/:id/anchors", ({ actor, params, body }) => setAnchor(deps, actor, params.id, body))
    .on("DELETE /api/anchors/:id", ({ actor, params }) => deleteAnchor(deps, actor, params.id))
    .on("GET /api/books/:id/match", ({ user, params }) => readMatch(deps, user, params.id))
    .on("PUT /api/books/:id/match", ({ actor, params, body }) => correctMatch(deps, actor, params.id, body))
    .on("DELETE /api/books/:id/match", ({ actor, params }) => resetMatch(deps, actor, params.id))
    .on("GET /api/books/:id/sentences", ({ user, params, query }) =>
      getSentences(deps, user, params.id, query.section),
    );
