import { sentenceCalls } from "#contract/sentences.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { readSentences, SENTENCE_TIMES } from "./sentences.ts";

export function sentencesRoutes(deps: Deps) {
  Object.assign(deps.sentenceTimings, SENTENCE_TIMES);
  return routes(deps, sentenceCalls()).on("GET /api/books/:id/sentences", ({ user, params, query }) =>
    readSentences(deps, user, params.id, query.section),
  );
}
