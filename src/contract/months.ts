import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { Content } from "./content.ts";
import { MeetingSummary } from "./meetings.ts";
import { Month } from "./month.ts";
import { Nullable } from "./nullable.ts";

/** What a month may still lack. Without a book, `book` stands for its cover and files too. */
export const Missing = Type.Union([
  Type.Literal("book"),
  Type.Literal("cover"),
  Type.Literal("ebook"),
  Type.Literal("audiobook"),
  Type.Literal("meeting"),
  Type.Literal("message"),
]);
export type Missing = Static<typeof Missing>;

/** A month of the club as admins prepare it (BEYOND 1). */
export const MonthPlan = Type.Object({
  /** yyyy-MM. */
  month: Type.String(),
  book: Nullable(Book),
  /** The team's message shown in that month; empty for none. */
  message: Type.String(),
  /** The month that message was written for; null for none. */
  messageFrom: Nullable(Type.String()),
  /** By date, latest first. */
  meetings: Type.Array(MeetingSummary),
  mail: Type.Object({
    state: Type.Union([Type.Literal("off"), Type.Literal("scheduled"), Type.Literal("sent")]),
    /** ISO-8601 UTC. */
    sendsAt: Type.String(),
    /** How many members it went to, or would go to now. */
    reaches: Type.Integer(),
  }),
  missing: Type.Array(Missing),
});
export type MonthPlan = Static<typeof MonthPlan>;

/** Path of `/api/months/{month}`. */
export const MonthParams = Type.Object({ month: Month });

/** Body of `PATCH /api/months/{month}`. An empty message is one of its own. */
export const MonthPatch = Type.Object(
  { message: Type.Index(Content, ["presidentMessage"]) },
  { additionalProperties: false },
);
export type MonthPatch = Static<typeof MonthPatch>;
