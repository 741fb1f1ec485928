import { LinkDatesAnswer, LinkedDates } from "#contract/meeting-dates.ts";
import { AnswerQuery, LinkAnswer, LinkedMeeting } from "#contract/meetings.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { answerByLink, readAnswerLink } from "./answer-links.ts";
import { answerDatesByLink, readDatesLink } from "./date-links.ts";

const OVER = { conflict: "Nobody asks for a date anymore.", "not-found": "The link doesn't work." };

const CONFIRM =
  "What takes away from an earlier answer needs `confirm`; otherwise the answer is 409 with an error at `/confirm`.";

/** BEYOND 3 and 10. GET changes nothing: mail scanners open every link. */
export const answerRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "answers", tag: "Meetings" })
    .get("/api/answer", ({ query }) => readAnswerLink(deps, query.token), {
      open: true,
      detail: { summary: "Show the meeting of an email's answer link", description: "Changes nothing." },
      throws: { "not-found": "The link doesn't work." },
      query: AnswerQuery,
      response: LinkedMeeting,
    })
    .post("/api/answer", ({ body }) => answerByLink(deps, body), {
      open: true,
      detail: { summary: "Answer a meeting by an email's link", description: CONFIRM },
      throws: {
        conflict: "The meeting is over or was canceled, or `confirm` is missing.",
        "not-found": "The link doesn't work.",
      },
      body: LinkAnswer,
      response: LinkedMeeting,
    })
    .get("/api/dates", ({ query }) => readDatesLink(deps, query.token), {
      open: true,
      detail: { summary: "Show the dates of an email's link", description: "Changes nothing." },
      throws: OVER,
      query: AnswerQuery,
      response: LinkedDates,
    })
    .post("/api/dates", ({ body }) => answerDatesByLink(deps, body), {
      open: true,
      detail: { summary: "Say when you can come by an email's link", description: CONFIRM },
      throws: { ...OVER, conflict: "Nobody asks for a date anymore, or `confirm` is missing." },
      body: LinkDatesAnswer,
      response: LinkedDates,
    });
