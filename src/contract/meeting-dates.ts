import { type Static, Type } from "@sinclair/typebox";

import { Id, IdText } from "./ids.ts";
import { DATES_MAX, DATES_MIN } from "./limits.ts";
import { ExactText, PatternText, YEAR } from "./text.ts";
import { StrictObject } from "./typebox.ts";
import { Author } from "./users.ts";

const DateOption = Type.Object({
  id: Type.Integer(),
  /** yyyy-MM-dd and HH:mm in the club's time zone. */
  date: Type.String(),
  time: Type.String(),
  startsAt: Type.String(),
  mine: Type.Boolean(),
});

export const CountedDate = Type.Object({ ...DateOption.properties, can: Type.Integer() });

export const NamedDate = Type.Object({ ...CountedDate.properties, people: Type.Array(Author) });
export type NamedDate = Static<typeof NamedDate>;

const Day = PatternText(new RegExp(String.raw`^${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$`, "u"), {
  max: 10,
  error: "Each date must be a day like 2026-01-31",
});
const Time = PatternText(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, { max: 5, error: "Each date needs a time like 19:00" });

export const DateQuestion = StrictObject({
  dates: Type.Array(StrictObject({ date: Day, time: Time }), {
    minItems: DATES_MIN,
    maxItems: DATES_MAX,
    error: `Propose ${DATES_MIN} to ${DATES_MAX} dates`,
  }),
  tell: Type.Optional(Type.Boolean()),
});
export type DateQuestion = Static<typeof DateQuestion>;

const DateIds = Type.Array(Id("There is no such date"), { error: "Choose among the dates" });

export const DatesAnswer = StrictObject({ ids: DateIds });
export type DatesAnswer = Static<typeof DatesAnswer>;

export const DateParams = Type.Object({ id: IdText, dateId: IdText });

export const LinkToken = ExactText({ max: 100, error: "This link is incomplete. Copy all of it from the email." });

/** Required to withdraw something by a link: its page asks first (BEYOND 14). */
export const LinkConfirmation = Type.Object({ confirm: Type.Optional(Type.Boolean()) });

export const LinkDatesAnswer = StrictObject({ token: LinkToken, ids: DateIds, ...LinkConfirmation.properties });
export type LinkDatesAnswer = Static<typeof LinkDatesAnswer>;

/** Anyone with the link sees it, so it has only the member's own name. */
export const LinkedDates = Type.Object({
  displayName: Type.String(),
  meeting: Type.Object({ date: Type.String(), time: Type.String(), location: Type.String() }),
  dates: Type.Array(DateOption),
  answered: Type.Boolean(),
});
export type LinkedDates = Static<typeof LinkedDates>;
