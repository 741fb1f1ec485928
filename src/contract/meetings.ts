import { type Static, Type } from "@sinclair/typebox";

import { CHANGE } from "./change.ts";
import { CountsOf } from "./counts-of.ts";
import { Id } from "./ids.ts";
import { GUESTS_MAX, LOCATION_MAX_LENGTH, NEED_MAX_LENGTH, NEED_MAX_QUANTITY } from "./limits/meetings.ts";
import { AnswerToken, CountedDate, NamedDate, SecondStep } from "./meeting-dates.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { StrictObject } from "./strict-object.ts";
import { LineText, PatternText } from "./text.ts";
import { Author } from "./users.ts";
import { YEAR } from "./year.ts";

/** yyyy-MM-dd in the club's time zone, or empty. */
export const MeetingDate = PatternText(
  new RegExp(String.raw`^(?:${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))?$`, "u"),
  {
    max: 10,
    error: "The meeting date must be a day like 2026-01-31",
  },
);

/** HH:mm, 24-hour, in the club's time zone, or empty. */
export const MeetingTime = PatternText(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/u, {
  max: 5,
  error: "The meeting time must be like 19:00",
});

export const MeetingFields = Type.Object({
  date: MeetingDate,
  time: MeetingTime,
  location: LineText({
    max: LOCATION_MAX_LENGTH,
    error: `The location must be one line of at most ${LOCATION_MAX_LENGTH} characters`,
  }),
});
const BookChoice = Type.Object({
  /** Null: the book of the date's month. */
  bookId: Type.Optional(Nullable(Id("Not a valid book"))),
});

export const NewMeeting = StrictObject({ ...MeetingFields.properties, ...BookChoice.properties });
export type NewMeeting = Static<typeof NewMeeting>;

export const MeetingPatch = Type.Object(
  { ...Type.Partial(MeetingFields).properties, ...BookChoice.properties, tell: Type.Optional(Type.Boolean()) },
  CHANGE,
);
export type MeetingPatch = Static<typeof MeetingPatch>;

export const TellMembers = StrictObject({ tell: Type.Optional(Type.Boolean()) });
export type TellMembers = Static<typeof TellMembers>;

/** A canceled meeting stays canceled after its time. */
export const MeetingState = OneOf(["planned", "cancelled", "over"]);
export type MeetingState = Static<typeof MeetingState>;

export const Answer = OneOf(["yes", "maybe", "no"], "Answer yes, maybe or no");
export type Answer = Static<typeof Answer>;

const Guests = Type.Integer({ minimum: 0, maximum: GUESTS_MAX, error: `You can bring 0 to ${GUESTS_MAX} guests` });

export const NewAnswer = StrictObject({ answer: Answer, guests: Type.Optional(Guests) });
export type NewAnswer = Static<typeof NewAnswer>;

/** Only 'yes' and 'maybe' bring guests. */
export const OwnAnswer = Type.Object({ answer: Answer, guests: Type.Integer() });
export type OwnAnswer = Static<typeof OwnAnswer>;

export const AnswerCounts = CountsOf(["yes", "maybe", "no", "guests"]);
export type AnswerCounts = Static<typeof AnswerCounts>;

export const Need = Type.Object({
  id: Type.Integer(),
  what: Type.String(),
  quantity: Type.Integer(),
  left: Type.Integer(),
  claims: Type.Array(Type.Object({ user: Author, quantity: Type.Integer(), mine: Type.Boolean() })),
});
export type Need = Static<typeof Need>;

export const MeetingSummary = Type.Object({
  id: Type.Integer(),
  uid: Type.String(),
  /** Null for none, and for members when it's a future month's book; its title likewise. */
  bookId: Nullable(Type.Integer()),
  bookTitle: Nullable(Type.String()),
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
  startsAt: Nullable(Type.String()),
  endsAt: Nullable(Type.String()),
  state: MeetingState,
  /** Until when an admin may still change it once its time is over; null while it's ahead. */
  correctableUntil: Nullable(Type.String()),
  /** Changes of date, time, place and state so far. */
  sequence: Type.Integer(),
  answers: AnswerCounts,
  mine: Nullable(OwnAnswer),
  /** Who hosts it, and whether that's the caller. */
  host: Nullable(Author),
  isHost: Type.Boolean(),
  /** The dates it asks members about, the earliest first; empty without a question. */
  dates: Type.Array(CountedDate),
  /** Members who answered the question, also with none of the dates. */
  datesAnswered: Type.Integer(),
  /** Whether the caller did. */
  datesMine: Type.Boolean(),
});
export type MeetingSummary = Static<typeof MeetingSummary>;

export const Meeting = Type.Object({
  ...MeetingSummary.properties,
  dates: Type.Array(NamedDate),
  /** Who hasn't answered the question yet, for admins and the host; empty for others. */
  datesWaiting: Type.Array(Author),
  people: Type.Array(Type.Object({ user: Author, answer: Answer, guests: Type.Integer() })),
  needs: Type.Array(Need),
});
export type Meeting = Static<typeof Meeting>;

export const Unanswered = Type.Object({ displayName: Type.String(), email: Type.String() });
export type Unanswered = Static<typeof Unanswered>;

const What = LineText({
  max: NEED_MAX_LENGTH,
  required: true,
  error: `Say what is needed in one line of at most ${NEED_MAX_LENGTH} characters`,
});
const Quantity = Type.Integer({
  minimum: 1,
  maximum: NEED_MAX_QUANTITY,
  error: `The quantity must be 1 to ${NEED_MAX_QUANTITY}`,
});

export const NewNeed = StrictObject({ what: What, quantity: Quantity });
export type NewNeed = Static<typeof NewNeed>;

export const NeedPatch = Type.Partial(NewNeed, { minProperties: 1, additionalProperties: false });
export type NeedPatch = Static<typeof NeedPatch>;

/** Total the caller brings. */
export const NewClaim = StrictObject({ quantity: Quantity });
export type NewClaim = Static<typeof NewClaim>;

export const AnswerQuery = Type.Object({ token: AnswerToken });

/** An answer by a mail's signed link (BEYOND 3). */
export const LinkAnswer = StrictObject({ token: AnswerToken, ...NewAnswer.properties, ...SecondStep.properties });
export type LinkAnswer = Static<typeof LinkAnswer>;

/** What `/answer` shows to anyone with the link, signed in or not. */
export const LinkedMeeting = Type.Object({
  ...Type.Pick(MeetingSummary, ["date", "time", "location", "bookTitle", "state", "mine"]).properties,
  displayName: Type.String(),
});
export type LinkedMeeting = Static<typeof LinkedMeeting>;
