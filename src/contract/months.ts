import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { defineCalls } from "./call.ts";
import { MESSAGE_MAX_LENGTH } from "./limits.ts";
import { MeetingDate, MeetingFields, MeetingSummary, MeetingTime } from "./meetings.ts";
import { LastSeenText, LongText, Month } from "./text.ts";
import { FieldsOf, LAST_SEEN_OPTIONS, Nullable, OneOf, PATCH_OPTIONS, StrictObject } from "./typebox.ts";

const messageText = (name: string) =>
  LongText({ max: MESSAGE_MAX_LENGTH, error: `${name} may have at most # characters` });

const PresidentMessage = messageText("The message from the team");

const ContentFields = Type.Object({
  welcomeMessage: messageText("The welcome message"),
  presidentMessage: PresidentMessage,
  meetingDate: MeetingDate,
  meetingTime: MeetingTime,
  meetingLocation: MeetingFields.properties.location,
});

export const CONTENT_FIELDS = Object.keys(ContentFields.properties) as (keyof typeof ContentFields.properties)[];

export const Content = FieldsOf(CONTENT_FIELDS, Type.String());
export type Content = Static<typeof Content>;

export const ContentPatch = Type.Partial(ContentFields, PATCH_OPTIONS);
export type ContentPatch = Static<typeof ContentPatch>;

export const ContentChange = Type.Object(
  {
    ...ContentPatch.properties,
    was: Type.Optional(Type.Partial(FieldsOf(CONTENT_FIELDS, LastSeenText()), LAST_SEEN_OPTIONS)),
  },
  PATCH_OPTIONS,
);
export type ContentChange = Static<typeof ContentChange>;

/** Without a book, `book` includes its cover and files. */
export const MISSING_PARTS = ["book", "cover", "ebook", "audiobook", "meeting", "message"] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];

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
    /** Recipients who haven't gotten it yet; omitted if none. */
    waiting: Type.Optional(Type.Integer()),
  }),
  missing: Type.Array(OneOf(MISSING_PARTS)),
  /** Suggested from the latest meeting before this month (BEYOND 10). */
  suggestion: Nullable(Type.Pick(MeetingSummary, ["date", "time", "location"])),
});
export type MonthPlan = Static<typeof MonthPlan>;

const MonthParams = Type.Object({ month: Month });

/** An empty message hides the previous month's. `was` has the month's own as the caller last saw it. */
export const MonthPatch = StrictObject({
  message: PresidentMessage,
  was: Type.Optional(FieldsOf(["message"], LastSeenText())),
});
export type MonthPatch = Static<typeof MonthPatch>;

export const monthCalls = () =>
  defineCalls("Months", "admin", {
    "GET /api/months": {
      summary: "List the months",
      description: "Newest first, from two months ahead back to the oldest book.",
      response: Type.Array(MonthPlan),
    },
    "GET /api/months/:month": {
      summary: "Get a month",
      params: MonthParams,
      response: MonthPlan,
    },
    "PATCH /api/months/:month": {
      summary: "Update a month's message",
      params: MonthParams,
      body: MonthPatch,
      response: MonthPlan,
      throws: { conflict: "The month is over, or its message has changed in the meantime." },
    },
    "GET /api/content": {
      by: "member",
      summary: "Get the messages and the current meeting",
      response: Content,
    },
    "PATCH /api/content": {
      summary: "Update the messages and the current meeting",
      description: "If the current meeting is over, a later date plans a new one.",
      body: ContentChange,
      response: Content,
      throws: { conflict: "A field in `was` has changed in the meantime." },
    },
  });
