import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { IdParams } from "./ids.ts";
import { Nullable } from "./typebox.ts";

/** What to have read by a day; one line a week, the last one on the day of the book's meeting (BEYOND 10 and 13). */
export const PlanLine = Type.Object({
  /** yyyy-MM-dd in the club's time zone. */
  by: Type.String(),
  /** Share of the book, 0 to 1. */
  fraction: Type.Number(),
  /** The last one to read to its end, by its index in the contents; null where the line ends within one. */
  chapter: Nullable(Type.Object({ index: Type.Integer(), title: Type.String() })),
  /** From the beginning of the audiobook; null without one. */
  seconds: Nullable(Type.Integer()),
  /** The caller's own; null without a paper book. */
  page: Nullable(Type.Integer()),
});
export type PlanLine = Static<typeof PlanLine>;

export const planCalls = () =>
  calls("Reading", {
    "GET /api/books/:id/plan": {
      by: "member",
      summary: "Get the reading plan",
      description: "A line for each week until the book's next meeting; empty without a dated one ahead.",
      params: IdParams,
      response: Type.Array(PlanLine),
    },
  });
