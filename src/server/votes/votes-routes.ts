import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { createNomination, deleteNomination, listNominations, updateNomination } from "./nominations.ts";
import { adoptBook, closePoll, getCurrentPoll, openPoll, saveBallot } from "./polls.ts";

export const voteRoutes = (deps: Deps) =>
  routes(deps)
    .on("GET /api/polls/current", ({ user }) => getCurrentPoll(deps, user))
    .on("POST /api/polls", ({ body, actor }) => openPoll(deps, actor, body))
    .on("PUT /api/polls/:id/ballot", ({ params, body, actor }) =>
      saveBallot(deps, actor, params.id, body.nominationIds),
    )
    .on("POST /api/polls/:id/close", ({ params, actor }) => closePoll(deps, actor, params.id))
    .on("POST /api/polls/:id/adopt", ({ params, body, actor }) => adoptBook(deps, actor, params.id, body))
    .on("GET /api/nominations", ({ query, user }) => listNominations(deps, user, query))
    .on("POST /api/nominations", ({ body, actor }) => createNomination(deps, actor, body))
    .on("PATCH /api/nominations/:id", ({ params, body, actor }) => updateNomination(deps, actor, params.id, body))
    .on("DELETE /api/nominations/:id", ({ params, actor }) => deleteNomination(deps, actor, params.id));
