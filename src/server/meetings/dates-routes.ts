import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { DateParams, DateQuestion, DatesAnswer } from "#contract/meeting-dates.ts";
import { Meeting, TellMembers } from "#contract/meetings.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { answerDates, askForDate, chooseDate, endDateQuestion } from "./dates.ts";
import { HOSTS_MAY } from "./host-mails.ts";
import { runsMeeting } from "./host-rule.ts";

const OVER = { conflict: "The meeting is over or was canceled." };

/** A date people can make (BEYOND 10). */
export const dateRoutes = (deps: Deps) => {
  const host = runsMeeting(deps);
  return guardedRoutes(deps, { name: "dates", tag: "Meetings" })
    .put("/api/meetings/:id/dates", ({ params, body, by }) => askForDate(deps, params.id, body, by), {
      host,
      detail: {
        summary: "Ask members for a date",
        description: "Dates that stay keep their answers. With `tell`, members who haven't answered get an email.",
      },
      throws: { ...OVER, ...HOSTS_MAY },
      params: IdParams,
      body: DateQuestion,
      response: Meeting,
    })
    .delete("/api/meetings/:id/dates", ({ params, by }) => endDateQuestion(deps, params.id, by), {
      host,
      detail: { summary: "Stop asking for a date" },
      throws: OVER,
      params: IdParams,
      response: Meeting,
    })
    .put("/api/meetings/:id/dates/mine", ({ params, body, by }) => answerDates(deps, params.id, body, by), {
      member: true,
      detail: { summary: "Say when you can come", description: "An empty list says that no date suits you." },
      throws: { conflict: "Nobody asks for a date, or the meeting is over or was canceled." },
      params: IdParams,
      body: DatesAnswer,
      response: Meeting,
    })
    .post(
      "/api/meetings/:id/dates/:dateId/choose",
      ({ params, body, by }) => chooseDate(deps, params.id, params.dateId, body ?? {}, by),
      {
        host,
        detail: {
          summary: "Choose the date",
          description: "Whoever can come then is coming. With `tell`, members get an email about it.",
        },
        throws: { conflict: "The date has passed, or the meeting is over or was canceled.", ...HOSTS_MAY },
        params: DateParams,
        body: Type.Optional(TellMembers),
        response: Meeting,
      },
    );
};
