import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { NewNomination, Nomination, NominationPatch, NominationsQuery } from "#contract/nominations.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { limitText } from "#server/access/limits.ts";
import { LOOK_UP_LIMIT } from "#server/books/look-up-limit.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { changeNomination, listNominations, nominate, removeNomination } from "./nominations.ts";

export const nominationRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "nominations", tag: "Votes" })
    .get("/api/nominations", ({ query, user }) => listNominations(deps, user, query), {
      member: true,
      detail: { summary: "List nominations", description: "The newest first." },
      query: NominationsQuery,
      response: Type.Array(Nomination),
    })
    .post("/api/nominations", async ({ body, by, status }) => status(201, await nominate(deps, body, by)), {
      member: true,
      detail: { summary: "Nominate a book" },
      throws: {
        conflict: "You have 5 nominations, or the book is on the shelf or nominated already.",
        "too-many": limitText(LOOK_UP_LIMIT),
      },
      body: NewNomination,
      response: { 201: Nomination },
    })
    .patch("/api/nominations/:id", ({ params, body, by }) => changeNomination(deps, params.id, body, by), {
      member: true,
      detail: { summary: "Change a nomination", description: "Your own; admins may change any." },
      throws: {
        forbidden: "It's somebody else's nomination.",
        conflict: "The book is on the ballot, on the shelf or nominated already.",
        "too-many": limitText(LOOK_UP_LIMIT),
      },
      params: IdParams,
      body: NominationPatch,
      response: Nomination,
    })
    .delete(
      "/api/nominations/:id",
      ({ params, by, status }) => status(204, done(removeNomination(deps, params.id, by))),
      {
        member: true,
        detail: { summary: "Delete a nomination", description: "Your own; admins may delete any." },
        throws: { forbidden: "It's somebody else's nomination.", conflict: "The book is on the ballot." },
        params: IdParams,
        response: NO_CONTENT,
      },
    );
