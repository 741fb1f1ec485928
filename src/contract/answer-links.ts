import { calls } from "./call.ts";
import { LinkDatesAnswer, LinkedDates } from "./meeting-dates.ts";
import { AnswerQuery, LinkAnswer, LinkedMeeting } from "./meetings.ts";

const CONFIRM =
  "What takes away from an earlier answer needs `confirm`; otherwise the answer is 409 with an error at `/confirm`.";

export const answerLinkCalls = () =>
  calls("Meetings", {
    "GET /api/answer": {
      by: "visitor",
      summary: "Show the meeting of an email's answer link",
      description: "Changes nothing.",
      query: AnswerQuery,
      response: LinkedMeeting,
      throws: { "not-found": "The link doesn't work." },
    },
    "POST /api/answer": {
      by: "visitor",
      summary: "Answer a meeting by an email's link",
      description: CONFIRM,
      body: LinkAnswer,
      response: LinkedMeeting,
      throws: {
        conflict: "The meeting is over or was canceled, or `confirm` is missing.",
        "not-found": "The link doesn't work.",
      },
    },
    "GET /api/dates": {
      by: "visitor",
      summary: "Show the dates of an email's link",
      description: "Changes nothing.",
      query: AnswerQuery,
      response: LinkedDates,
      throws: { conflict: "Nobody asks for a date anymore.", "not-found": "The link doesn't work." },
    },
    "POST /api/dates": {
      by: "visitor",
      summary: "Say when you can come by an email's link",
      description: CONFIRM,
      body: LinkDatesAnswer,
      response: LinkedDates,
      throws: {
        conflict: "Nobody asks for a date anymore, or `confirm` is missing.",
        "not-found": "The link doesn't work.",
      },
    },
  });
