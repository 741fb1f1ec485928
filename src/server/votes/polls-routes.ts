import { pollCalls } from "#contract/polls.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { adoptBook, closePoll, openPoll, readCurrentPoll, vote } from "./polls.ts";

export const pollRoutes = (deps: Deps) =>
  routes(deps, pollCalls())
    .on("GET /api/polls/current", ({ user }) => readCurrentPoll(deps, user))
    .on("POST /api/polls", ({ body, actor }) => openPoll(deps, body, actor))
    .on("PUT /api/polls/:id/ballot", ({ params, body, actor }) => vote(deps, params.id, body.nominationIds, actor))
    .on("POST /api/polls/:id/close", ({ params, actor }) => closePoll(deps, params.id, actor))
    .on("POST /api/polls/:id/adopt", ({ params, body, actor }) => adoptBook(deps, params.id, body, actor));
