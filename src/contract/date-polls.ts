import { Type } from "@sinclair/typebox";

import { ACTIVITY_LIMIT } from "./audit.ts";
import { calls } from "./call.ts";
import { IdParams } from "./ids.ts";
import { DateParams, DateQuestion, DatesAnswer } from "./meeting-dates.ts";
import { HOST_LIMIT, Meeting, TellMembers } from "./meetings.ts";

export const dateCalls = () =>
  calls("Meetings", {
    "PUT /api/meetings/:id/dates": {
      by: "host",
      summary: "Ask members for a date",
      description: "Dates that stay keep their answers. With `tell`, members who haven't answered get an email.",
      params: IdParams,
      body: DateQuestion,
      response: Meeting,
      throws: { conflict: "The meeting is over or was canceled.", ...HOST_LIMIT },
      limits: [ACTIVITY_LIMIT],
    },
    "DELETE /api/meetings/:id/dates": {
      by: "host",
      summary: "Stop asking for a date",
      params: IdParams,
      response: Meeting,
      throws: { conflict: "The meeting is over or was canceled." },
    },
    "PUT /api/meetings/:id/dates/mine": {
      by: "member",
      summary: "Say when you can come",
      description: "An empty list says that no date suits you.",
      params: IdParams,
      body: DatesAnswer,
      response: Meeting,
      throws: { conflict: "Nobody asks for a date, or the meeting is over or was canceled." },
    },
    "POST /api/meetings/:id/dates/:dateId/choose": {
      by: "host",
      summary: "Choose the date",
      description: "Whoever can come then is coming. With `tell`, members get an email about it.",
      params: DateParams,
      body: Type.Optional(TellMembers),
      response: Meeting,
      throws: { conflict: "The date has passed, or the meeting is over or was canceled.", ...HOST_LIMIT },
      limits: [ACTIVITY_LIMIT],
    },
  });
