import { Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { sends, sendsWithETag } from "./media.ts";
import { CalendarAddress } from "./profile.ts";
import type { Limit } from "./rate-limit.ts";
import { ExactText } from "./text.ts";

/** Counted by the owner of the address. */
export const CALENDAR_LIMIT: Limit = {
  key: "calendar",
  max: 60,
  per: "minute",
  message: "fetch your calendar # times a minute",
};

export const calendarCalls = () =>
  calls("Calendar", {
    "GET /api/calendar/meeting.ics": {
      by: "member",
      summary: "Download the next meeting for a calendar",
      response: sends("The meeting.", "text/calendar"),
      throws: { "not-found": "The next meeting has no date, time and place yet." },
    },
  });

export const calendarFeedCalls = () =>
  calls("Calendar", {
    "GET /calendar/:file": {
      by: "visitor",
      summary: "Subscribe to the meetings",
      params: Type.Object({ file: ExactText({ max: 100 }) }),
      response: sendsWithETag("Your calendar.", "text/calendar"),
      throws: { "too-many": `A calendar may be fetched ${CALENDAR_LIMIT.max} times a minute.` },
      hasHead: true,
    },
    "GET /api/profile/calendar": {
      by: "member",
      summary: "Show the address of your calendar",
      description: "Null when there is none.",
      response: CalendarAddress,
    },
    "POST /api/profile/calendar": {
      by: "member",
      summary: "Make or replace the address of your calendar",
      description: "The old one stops working at once.",
      status: 201,
      response: CalendarAddress,
    },
    "DELETE /api/profile/calendar": {
      by: "member",
      summary: "Remove the address of your calendar",
      response: CalendarAddress,
    },
  });
