import { type Static, Type } from "@sinclair/typebox";

import { ACTIVITY_LIMIT } from "./audit.ts";
import { defineCalls } from "./call.ts";
import { AGE_PARAMETER } from "./headers.ts";
import { Id, PageLimit100, PageQuery } from "./ids.ts";
import {
  GUESTS_MAX,
  HOST_MAILS_IN_WINDOW,
  HOST_MAILS_MAX,
  HOST_MAILS_WINDOW_HOURS,
  HOST_NOTICE_HOURS,
} from "./limits.ts";
import { CountedDate, LinkConfirmation, LinkToken, NamedDate } from "./meeting-dates.ts";
import { Need } from "./needs.ts";
import { LastSeenText, LineText, PatternText, YEAR } from "./text.ts";
import { FieldsOf, Integer, LAST_SEEN_OPTIONS, Nullable, OneOf, PATCH_OPTIONS, StrictObject } from "./typebox.ts";
import { Author } from "./users.ts";

const LOCATION_MAX_LENGTH = 300;

/** yyyy-MM-dd, or empty. */
export const MeetingDate = PatternText(
  new RegExp(String.raw`^(?:${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))?$`, "u"),
  {
    max: 10,
    error: "The meeting date must be a day like 2026-01-31",
  },
);

/** HH:mm, or empty. */
export const MeetingTime = PatternText(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/u, {
  max: 5,
  error: "The meeting time must be like 19:00",
});

export const MeetingFields = Type.Object({
  date: MeetingDate,
  time: MeetingTime,
  location: LineText({ max: LOCATION_MAX_LENGTH, error: "The location must be one line of at most # characters" }),
});
const BookChoice = Type.Object({
  /** Null: the book of the date's month. */
  bookId: Type.Optional(Nullable(Id("Not a valid book"))),
});

export const NewMeeting = StrictObject({ ...MeetingFields.properties, ...BookChoice.properties });
export type NewMeeting = Static<typeof NewMeeting>;

export const MeetingPatch = Type.Object(
  {
    ...Type.Partial(MeetingFields).properties,
    ...BookChoice.properties,
    tell: Type.Optional(Type.Boolean()),
    was: Type.Optional(Type.Partial(FieldsOf(["date", "time", "location"], LastSeenText()), LAST_SEEN_OPTIONS)),
  },
  PATCH_OPTIONS,
);
export type MeetingPatch = Static<typeof MeetingPatch>;

export const NotifyMembers = StrictObject({ tell: Type.Optional(Type.Boolean()) });
export type NotifyMembers = Static<typeof NotifyMembers>;

export const MeetingState = OneOf(["planned", "cancelled", "over"]);
export type MeetingState = Static<typeof MeetingState>;

export const Answer = OneOf(["yes", "maybe", "no"], "Answer yes, maybe or no");
export type Answer = Static<typeof Answer>;

const Guests = Integer(0, GUESTS_MAX, `You can bring 0 to ${GUESTS_MAX} guests`);

export const NewAnswer = StrictObject({ answer: Answer, guests: Type.Optional(Guests) });
export type NewAnswer = Static<typeof NewAnswer>;

export const OwnAnswer = Type.Object({ answer: Answer, guests: Type.Integer() });
export type OwnAnswer = Static<typeof OwnAnswer>;

export const AnswerCounts = FieldsOf(["yes", "maybe", "no", "guests"], Type.Integer());
export type AnswerCounts = Static<typeof AnswerCounts>;

export const MeetingSummary = Type.Object({
  id: Type.Integer(),
  uid: Type.String(),
  /** Also null for members if it's a future month's book. */
  bookId: Nullable(Type.Integer()),
  bookTitle: Nullable(Type.String()),
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
  startsAt: Nullable(Type.String()),
  endsAt: Nullable(Type.String()),
  state: MeetingState,
  /** An admin may change a past meeting until then; null before it's over. */
  correctableUntil: Nullable(Type.String()),
  sequence: Type.Integer(),
  answers: AnswerCounts,
  mine: Nullable(OwnAnswer),
  host: Nullable(Author),
  isHost: Type.Boolean(),
  /** Options of the date poll, earliest first; empty without a poll. */
  dates: Type.Array(CountedDate),
  /** Includes members who chose none. */
  datesAnswered: Type.Integer(),
  datesMine: Type.Boolean(),
});
export type MeetingSummary = Static<typeof MeetingSummary>;

export const Meeting = Type.Object({
  ...MeetingSummary.properties,
  dates: Type.Array(NamedDate),
  /** Only for admins and the host; empty for others. */
  datesWaiting: Type.Array(Author),
  /** Members who answered. Those who aren't in a date's `people` can't come then. */
  datesAnsweredBy: Type.Array(Author),
  people: Type.Array(Type.Object({ user: Author, answer: Answer, guests: Type.Integer() })),
  needs: Type.Array(Need),
});
export type Meeting = Static<typeof Meeting>;

export const UnansweredMember = Type.Object({ displayName: Type.String(), email: Type.String() });
export type UnansweredMember = Static<typeof UnansweredMember>;

export const AnswerQuery = Type.Object({ token: LinkToken });

export const LinkAnswer = StrictObject({ token: LinkToken, ...NewAnswer.properties, ...LinkConfirmation.properties });
export type LinkAnswer = Static<typeof LinkAnswer>;

/** Anyone with the link sees it. */
export const LinkedMeeting = Type.Object({
  ...Type.Pick(MeetingSummary, ["date", "time", "location", "bookTitle", "state", "mine"]).properties,
  displayName: Type.String(),
});
export type LinkedMeeting = Static<typeof LinkedMeeting>;

const TELL_DESCRIPTION = "With `tell`, members get an email about it.";

export const hostLimit = () => ({
  "too-many": `A host may mail members ${HOST_MAILS_IN_WINDOW} times in ${HOST_MAILS_WINDOW_HOURS} hours and ${HOST_MAILS_MAX} times a meeting.`,
});

export const meetingCalls = () =>
  defineCalls("Meetings", "admin", {
    "GET /api/meetings": {
      by: "member",
      summary: "List meetings",
      description: "Sorted by date, latest first. Meetings without a date come before all others.",
      query: PageQuery(PageLimit100),
      response: Type.Array(MeetingSummary),
    },
    "GET /api/meetings/current": {
      by: "member",
      summary: "Get the current meeting",
      description: "The next one that isn't over, or otherwise the latest. Null if there is none.",
      response: Nullable(Meeting),
    },
    "GET /api/meetings/:id": {
      by: "member",
      summary: "Get a meeting",
      response: Meeting,
    },
    "POST /api/meetings": {
      summary: "Plan a meeting",
      description:
        "It's about the current book, unless `bookId` is another one. A meeting with the same fields is returned instead.",
      body: NewMeeting,
      status: 201,
      response: Meeting,
    },
    "PATCH /api/meetings/:id": {
      by: "host",
      summary: "Update a meeting",
      description: `${TELL_DESCRIPTION} Only admins choose its book. A host's new date is at least ${HOST_NOTICE_HOURS} hours ahead.`,
      body: MeetingPatch,
      response: Meeting,
      throws: { conflict: "It was over more than 7 days ago, or a field in `was` has changed.", ...hostLimit() },
      limits: [ACTIVITY_LIMIT],
    },
    "POST /api/meetings/:id/cancel": {
      summary: "Cancel a meeting",
      description: TELL_DESCRIPTION,
      body: Type.Optional(NotifyMembers),
      response: Meeting,
      throws: { conflict: "The meeting is over." },
    },
    "POST /api/meetings/:id/restore": {
      summary: "Restore a canceled meeting",
      description: TELL_DESCRIPTION,
      body: Type.Optional(NotifyMembers),
      response: Meeting,
      throws: { conflict: "The meeting is over." },
    },
    "DELETE /api/meetings/:id": {
      summary: "Delete a meeting",
      throws: { conflict: "It has answers, claims or posts: cancel it instead." },
    },
    "GET /api/meetings/:id/unanswered": {
      summary: "List members without an answer",
      response: Type.Array(UnansweredMember),
    },
    "PUT /api/meetings/:id/answer": {
      by: "member",
      summary: "Answer a meeting",
      description: '"no" also deletes your claims.',
      body: NewAnswer,
      response: Meeting,
      throws: { conflict: "The meeting is over or was canceled." },
      openApi: { parameters: [AGE_PARAMETER] },
    },
    "DELETE /api/meetings/:id/answer": {
      by: "member",
      summary: "Delete your answer",
      description: "Also deletes your claims.",
      response: Meeting,
      throws: { conflict: "The meeting is over or was canceled." },
      openApi: { parameters: [AGE_PARAMETER] },
    },
  });
