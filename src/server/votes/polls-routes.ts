import { Elysia } from "elysia";

import { Book } from "#contract/books.ts";
import { IdParams } from "#contract/ids.ts";
import { Nullable } from "#contract/nullable.ts";
import { Adoption, Ballot, NewPoll, Poll } from "#contract/polls.ts";
import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { adopt, closePoll, openPoll, readCurrentPoll, vote } from "./polls.ts";

export const pollRoutes = (deps: Deps) =>
  new Elysia({ name: "polls" })
    .use(guards(deps))
    .get("/api/polls/current", ({ user }) => readCurrentPoll(deps, user.id), {
      member: true,
      response: Nullable(Poll),
    })
    .post("/api/polls", ({ body, by, status }) => status(201, openPoll(deps, body, by)), {
      admin: true,
      body: NewPoll,
      response: { 201: Poll },
    })
    .put("/api/polls/:id/ballot", ({ params, body, by }) => vote(deps, Number(params.id), body.nominationIds, by), {
      member: true,
      params: IdParams,
      body: Ballot,
      response: Poll,
    })
    .post("/api/polls/:id/close", ({ params, by }) => closePoll(deps, Number(params.id), by), {
      admin: true,
      params: IdParams,
      response: Poll,
    })
    .post(
      "/api/polls/:id/adopt",
      ({ params, body, by, status }) => status(201, adopt(deps, Number(params.id), body.nominationId, by)),
      { admin: true, params: IdParams, body: Adoption, response: { 201: Book } },
    );
