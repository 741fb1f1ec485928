import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { Nullable } from "./typebox.ts";

/** How far to have read by a day. Weekly; the last one is on the day of the meeting (BEYOND 10 and 13). */
export const PlanLine = Type.Object({
  /** yyyy-MM-dd in the club's time zone. */
  by: Type.String(),
  fraction: Type.Number(),
  /** The last chapter to finish; null if the target is within a chapter. */
  chapter: Nullable(Type.Object({ index: Type.Integer(), title: Type.String() })),
  seconds: Nullable(Type.Integer()),
  page: Nullable(Type.Integer()),
});
export type PlanLine = Static<typeof PlanLine>;

export const planCalls = () =>
  defineCalls("Reading", "member", {
    "GET /api/books/:id/plan": {
      summary: "Get the reading plan",
      description: "One line for each week until the book's next meeting. Empty if no meeting has a date.",
      response: Type.Array(PlanLine),
    },
  });
