import { type Static, Type } from "@sinclair/typebox";

import { ACTIVITY_LIMIT } from "./audit.ts";
import { defineCalls } from "./call.ts";
import { AGE_PARAMETER } from "./headers.ts";
import { DateParams, DateQuestion, DatesAnswer, LinkDatesAnswer, LinkedDates } from "./meeting-dates.ts";
import { AnswerQuery, hostLimit, LinkAnswer, LinkedMeeting, Meeting, NotifyMembers } from "./meetings.ts";
import { Nullable, StrictObject } from "./typebox.ts";
import { Author, ExistingUsername } from "./users.ts";

/** The caller, if omitted. Only admins may name someone else (BEYOND 10). */
export const NewHost = StrictObject({ username: Type.Optional(ExistingUsername) });
export type NewHost = Static<typeof NewHost>;

export const HostTurn = Type.Object({
  user: Author,
  /** Past meetings that weren't canceled. */
  times: Type.Integer(),
  /** yyyy-MM-dd */
  lastHosted: Nullable(Type.String()),
  mine: Type.Boolean(),
});
export type HostTurn = Static<typeof HostTurn>;

export const hostAndDateCalls = () =>
  defineCalls("Meetings", "member", {
    "GET /api/meetings/hosts": {
      summary: "List members by how often they hosted",
      description: "Those who haven't hosted for the longest time come first.",
      response: Type.Array(HostTurn),
    },
    "PUT /api/meetings/:id/host": {
      summary: "Host a meeting",
      description: "The host is you, unless you name somebody. Only admins may do that.",
      body: Type.Optional(NewHost),
      response: Meeting,
      throws: {
        conflict: "Somebody hosts it already, it's over or was canceled.",
        forbidden: "Only admins may name somebody.",
      },
      limits: [ACTIVITY_LIMIT],
    },
    "DELETE /api/meetings/:id/host": {
      summary: "Remove a meeting's host",
      description: "Members remove themselves. Admins may remove anyone.",
      response: Meeting,
      throws: { conflict: "The meeting is over.", forbidden: "It's somebody else's turn." },
    },
    "PUT /api/meetings/:id/dates": {
      by: "host",
      summary: "Start or update a date poll",
      description: "Dates that stay keep their answers. With `tell`, members who haven't answered get an email.",
      body: DateQuestion,
      response: Meeting,
      throws: { conflict: "The meeting is over or was canceled.", ...hostLimit() },
      limits: [ACTIVITY_LIMIT],
    },
    "DELETE /api/meetings/:id/dates": {
      by: "host",
      summary: "End a date poll",
      response: Meeting,
      throws: { conflict: "The meeting is over or was canceled." },
    },
    "PUT /api/meetings/:id/dates/mine": {
      summary: "Answer a date poll",
      description: "An empty list means that no date suits you.",
      body: DatesAnswer,
      response: Meeting,
      throws: { conflict: "There is no date poll, or the meeting is over or was canceled." },
      openApi: { parameters: [AGE_PARAMETER] },
    },
    "POST /api/meetings/:id/dates/:dateId/choose": {
      by: "host",
      summary: "Choose a date of a poll",
      description: "Members who can come then are coming. With `tell`, members get an email about it.",
      params: DateParams,
      body: Type.Optional(NotifyMembers),
      response: Meeting,
      throws: { conflict: "The date has passed, or the meeting is over or was canceled.", ...hostLimit() },
      limits: [ACTIVITY_LIMIT],
    },
    "GET /api/answer": {
      by: "visitor",
      summary: "Get the meeting of an email's answer link",
      description: "Changes nothing.",
      query: AnswerQuery,
      response: LinkedMeeting,
      throws: { "not-found": "The link doesn't work." },
    },
    "POST /api/answer": {
      by: "visitor",
      summary: "Answer a meeting with an email's link",
      description: CONFIRM_DESCRIPTION,
      body: LinkAnswer,
      response: LinkedMeeting,
      throws: {
        conflict: "The meeting is over or was canceled, or `confirm` is missing.",
        "not-found": "The link doesn't work.",
      },
    },
    "GET /api/dates": {
      by: "visitor",
      summary: "Get the date poll of an email's link",
      description: "Changes nothing.",
      query: AnswerQuery,
      response: LinkedDates,
      throws: { conflict: "The date poll has ended.", "not-found": "The link doesn't work." },
    },
    "POST /api/dates": {
      by: "visitor",
      summary: "Answer a date poll with an email's link",
      description: CONFIRM_DESCRIPTION,
      body: LinkDatesAnswer,
      response: LinkedDates,
      throws: {
        conflict: "The date poll has ended, or `confirm` is missing.",
        "not-found": "The link doesn't work.",
      },
    },
  });

const CONFIRM_DESCRIPTION =
  "What takes away from an earlier answer needs `confirm`; otherwise the answer is 409 with an error at `/confirm`.";
