import { Type } from "@sinclair/typebox";

import { IdParams, NumberText } from "#contract/ids.ts";
import { SectionSentences } from "#contract/sentences.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { readSentences, SENTENCE_TIMES } from "./sentences.ts";

const InSection = Type.Object({
  section: NumberText(/^\d+$/u, { max: 6, error: "Say which section of the text, by its index" }),
});

export function sentencesRoutes(deps: Deps) {
  Object.assign(deps.sentences, SENTENCE_TIMES);
  return guardedRoutes(deps, { name: "sentences", tag: "Reading" }).get(
    "/api/books/:id/sentences",
    ({ user, params, query }) => readSentences(deps, user, params.id, query.section),
    {
      member: true,
      detail: { summary: "Show when each sentence of a section is heard" },
      params: IdParams,
      query: InSection,
      response: SectionSentences,
    },
  );
}
