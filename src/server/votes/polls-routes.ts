import { pollCalls } from "#contract/polls.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { adoptBook, closePoll, openPoll, readCurrentPoll, vote } from "./polls.ts";

export const pollRoutes = (deps: Deps) =>
  routes(deps, pollCalls())
    .on("GET /api/polls/current", ({ user }) => readCurrentPoll(deps, user))
    .on("POST /api/polls", ({ body, actor }) => openPoll(deps, actor, body))
    .on("PUT /api/polls/:id/ballot", ({ params, body, actor }) => vote(deps, actor, params.id, body.nominationIds))
    .on("POST /api/polls/:id/close", ({ params, actor }) => closePoll(deps, actor, params.id))
    .on("POST /api/polls/:id/adopt", ({ params, body, actor }) => adoptBook(deps, actor, params.id, body));
