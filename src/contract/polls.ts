import { type Static, Type } from "@sinclair/typebox";

import { Book } from "./books.ts";
import { defineCalls } from "./call.ts";
import { Id } from "./ids.ts";
import { POLL_OPTIONS_MAX, VOTES_PER_MEMBER } from "./limits.ts";
import { Nomination } from "./nominations.ts";
import { Month, PatternText, YEAR } from "./text.ts";
import { Nullable, OneOf, StrictObject } from "./typebox.ts";

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

/** The poll's month by default. */
export const Adoption = StrictObject({ nominationId: NominationId, month: Type.Optional(Month) });
export type Adoption = Static<typeof Adoption>;

/** Ballots are secret, also for admins. */
export const Poll = Type.Object({
  id: Type.Integer(),
  month: Type.String(),
  closesAt: Type.String(),
  state: OneOf(["open", "closed"]),
  votesPerMember: Type.Integer(),
  /** `votes` is null while open. */
  options: Type.Array(Type.Object({ nomination: Nomination, votes: Nullable(Type.Integer()) })),
  mine: Type.Array(Type.Integer()),
  voted: Type.Integer(),
  members: Type.Integer(),
  winnerId: Nullable(Type.Integer()),
  tied: Type.Array(Type.Integer()),
  /** Books of coming months are only listed for admins. */
  adopted: Type.Array(Type.Object({ nominationId: Type.Integer(), month: Type.String(), bookId: Type.Integer() })),
});
export type Poll = Static<typeof Poll>;

export const pollCalls = () =>
  defineCalls("Votes", "admin", {
    "GET /api/polls/current": {
      by: "member",
      summary: "Get the current vote",
      description: "Null if there is none.",
      response: Nullable(Poll),
    },
    "POST /api/polls": {
      summary: "Open a vote",
      body: NewPoll,
      status: 201,
      response: Poll,
      throws: { conflict: "A vote is open, the month has a book, or a nomination was chosen before." },
    },
    "PUT /api/polls/:id/ballot": {
      by: "member",
      summary: "Vote",
      description: "Replaces your earlier vote. Nobody sees how you voted.",
      body: Ballot,
      response: Poll,
      throws: { conflict: "The vote is closed." },
    },
    "POST /api/polls/:id/close": {
      summary: "Close a vote",
      response: Poll,
    },
    "POST /api/polls/:id/adopt": {
      summary: "Adopt a nomination as a month's book",
      description: "For the vote's month, or another one without a book, until the next vote opens.",
      body: Adoption,
      status: 201,
      response: Book,
      throws: {
        conflict:
          "The vote is open or a newer one has opened, the month has a book, or the nomination was chosen or wasn't on the ballot.",
      },
    },
  });
