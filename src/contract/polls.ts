import { type Static, Type } from "@sinclair/typebox";

import { Id } from "./ids.ts";
import { POLL_OPTIONS_MAX, VOTES_PER_MEMBER } from "./limits/polls.ts";
import { Month } from "./month.ts";
import { Nomination } from "./nominations.ts";
import { Nullable } from "./nullable.ts";
import { OneOf } from "./one-of.ts";
import { StrictObject } from "./strict-object.ts";
import { PatternText } from "./text.ts";
import { YEAR } from "./year.ts";

const NominationId = Id("Not a valid nomination");

export const NewPoll = StrictObject({
  month: Month,
  closesAt: PatternText(new RegExp(String.raw`^${YEAR}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$`, "u"), {
    max: 24,
    error: "The closing time must be like 2026-01-31T20:00:00Z",
  }),
  nominationIds: Type.Array(NominationId, {
    minItems: 2,
    maxItems: POLL_OPTIONS_MAX,
    uniqueItems: true,
    error: `Choose 2 to ${POLL_OPTIONS_MAX} books for the ballot`,
  }),
});
export type NewPoll = Static<typeof NewPoll>;

export const Ballot = StrictObject({
  nominationIds: Type.Array(NominationId, {
    maxItems: VOTES_PER_MEMBER,
    uniqueItems: true,
    error: `Vote for up to ${VOTES_PER_MEMBER} different books`,
  }),
});
export type Ballot = Static<typeof Ballot>;

/** `month` is the vote's unless given. */
export const Adoption = StrictObject({ nominationId: NominationId, month: Type.Optional(Month) });
export type Adoption = Static<typeof Adoption>;

/** Nobody sees another's votes, not even admins. */
export const Poll = Type.Object({
  id: Type.Integer(),
  month: Type.String(),
  closesAt: Type.String(),
  state: OneOf(["open", "closed"]),
  votesPerMember: Type.Integer(),
  /** `votes` is null while open. */
  options: Type.Array(Type.Object({ nomination: Nomination, votes: Nullable(Type.Integer()) })),
  /** The caller's votes: nomination ids. */
  mine: Type.Array(Type.Integer()),
  voted: Type.Integer(),
  members: Type.Integer(),
  /** Null while open, on a tie and without votes. */
  winnerId: Nullable(Type.Integer()),
  tied: Type.Array(Type.Integer()),
  /** Options that became a month's book, by month; for members without those of coming months. */
  adopted: Type.Array(Type.Object({ nominationId: Type.Integer(), month: Type.String(), bookId: Type.Integer() })),
});
export type Poll = Static<typeof Poll>;
