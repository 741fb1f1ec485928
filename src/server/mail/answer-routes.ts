import { Elysia } from "elysia";

import { AnswerQuery, LinkAnswer, LinkedMeeting } from "#contract/meetings.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { answerByLink, readAnswerLink } from "./answer-links.ts";

/** BEYOND 3. GET changes nothing: mail scanners open every link. */
export const answerRoutes = (deps: Deps) =>
  new Elysia({ name: "answers" })
    .use(guards(deps))
    .get("/api/answer", ({ query }) => readAnswerLink(deps, query.token), {
      open: true,
      query: AnswerQuery,
      response: LinkedMeeting,
    })
    .post("/api/answer", ({ body }) => answerByLink(deps, body), {
      open: true,
      body: LinkAnswer,
      response: LinkedMeeting,
    });
