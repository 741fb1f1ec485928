import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { calls } from "./call.ts";
import { PresidentMessage } from "./content.ts";
import { MeetingSummary } from "./meetings.ts";
import { Month } from "./month.ts";
import { Nullable, OneOf, StrictObject } from "./typebox.ts";

/** What a month still lacks. Without a book, `book` covers its cover and files too. */
export const Missing = OneOf(["book", "cover", "ebook", "audiobook", "meeting", "message"]);
export type Missing = Static<typeof Missing>;

export const MonthPlan = Type.Object({
  month: Type.String(),
  book: Nullable(Book),
  message: Type.String(),
  messageFrom: Nullable(Type.String()),
  meetings: Type.Array(MeetingSummary),
  mail: Type.Object({
    state: OneOf(["off", "scheduled", "sent"]),
    sendsAt: Type.String(),
    reaches: Type.Integer(),
    /** How many of them it hasn't reached yet; left out when none. */
    waiting: Type.Optional(Type.Integer()),
  }),
  missing: Type.Array(Missing),
  /** When and where a meeting of this month is likely to be, like the latest before it (BEYOND 10). */
  suggestion: Nullable(Type.Pick(MeetingSummary, ["date", "time", "location"])),
});
export type MonthPlan = Static<typeof MonthPlan>;

const MonthParams = Type.Object({ month: Month });

/** An empty message hides the previous month's. */
export const MonthPatch = StrictObject({ message: PresidentMessage });
export type MonthPatch = Static<typeof MonthPatch>;

export const monthCalls = () =>
  calls("Months", {
    "GET /api/months": {
      by: "admin",
      summary: "List the months",
      description: "From the oldest book to two months ahead, the newest first.",
      response: Type.Array(MonthPlan),
    },
    "GET /api/months/:month": {
      by: "admin",
      summary: "Show a month",
      params: MonthParams,
      response: MonthPlan,
    },
    "PATCH /api/months/:month": {
      by: "admin",
      summary: "Change a month's message",
      params: MonthParams,
      body: MonthPatch,
      response: MonthPlan,
      throws: { conflict: "The month is over." },
    },
  });
