import { answerLinkCalls } from "#contract/answer-links.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { answerByLink, readAnswerLink } from "./answer-links.ts";
import { answerDatesByLink, readDatesLink } from "./date-links.ts";

/** BEYOND 3 and 10. GET changes nothing: mail scanners open every link. */
export const answerRoutes = (deps: Deps) =>
  routes(deps, answerLinkCalls())
    .on("GET /api/answer", ({ query }) => readAnswerLink(deps, query.token))
    .on("POST /api/answer", ({ body }) => answerByLink(deps, body))
    .on("GET /api/dates", ({ query }) => readDatesLink(deps, query.token))
    .on("POST /api/dates", ({ body }) => answerDatesByLink(deps, body));
