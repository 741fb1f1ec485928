import { Book } from "#contract/books.ts";
import { IdParams } from "#contract/ids.ts";
import { Nullable } from "#contract/nullable.ts";
import { Adoption, Ballot, NewPoll, Poll } from "#contract/polls.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { adoptBook, closePoll, openPoll, readCurrentPoll, vote } from "./polls.ts";

export const pollRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "polls", tag: "Votes" })
    .get("/api/polls/current", ({ user }) => readCurrentPoll(deps, user), {
      member: true,
      detail: { summary: "Show the current vote", description: "Null when there is none." },
      response: Nullable(Poll),
    })
    .post("/api/polls", ({ body, by, status }) => status(201, openPoll(deps, body, by)), {
      admin: true,
      detail: { summary: "Open a vote" },
      throws: { conflict: "A vote is open, the month has a book, or a nomination was chosen before." },
      body: NewPoll,
      response: { 201: Poll },
    })
    .put("/api/polls/:id/ballot", ({ params, body, by }) => vote(deps, params.id, body.nominationIds, by), {
      member: true,
      detail: { summary: "Vote", description: "Replaces your earlier vote. Nobody sees how you voted." },
      throws: { conflict: "The vote is closed." },
      params: IdParams,
      body: Ballot,
      response: Poll,
    })
    .post("/api/polls/:id/close", ({ params, by }) => closePoll(deps, params.id, by), {
      admin: true,
      detail: { summary: "Close a vote" },
      params: IdParams,
      response: Poll,
    })
    .post("/api/polls/:id/adopt", ({ params, body, by, status }) => status(201, adoptBook(deps, params.id, body, by)), {
      admin: true,
      detail: {
        summary: "Make a nomination a month's book",
        description: "Of the vote's month, or of another one without a book. The next vote ends that.",
      },
      throws: {
        conflict:
          "The vote is open or a newer one has opened, the month has a book, or the nomination was chosen or wasn't on the ballot.",
      },
      params: IdParams,
      body: Adoption,
      response: { 201: Book },
    });
