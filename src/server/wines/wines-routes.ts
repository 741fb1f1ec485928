import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { NewWine, Wine, WinePatch, WinesQuery } from "#contract/wines.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { limitText } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { done, madeOnce, madeOrDeleted, NO_CONTENT } from "#server/http/no-content.ts";

import { addWine, changeWine, likeWine, listWines, removeWine, WINE_LIMIT } from "./wines.ts";

export const wineRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "wines", tag: "Wines" })
    .get("/api/wines", ({ query, user }) => listWines(deps, user, query), {
      member: true,
      detail: { summary: "List wines", description: "The newest first." },
      throws: { "not-found": "There is no such book." },
      query: WinesQuery,
      response: Type.Array(Wine),
    })
    .post("/api/wines", ({ body, by }) => madeOrDeleted(addWine(deps, body, by)), {
      member: true,
      detail: { summary: "Add a wine" },
      throws: { "too-many": limitText(WINE_LIMIT), "not-found": "There is no such book." },
      body: NewWine,
      response: madeOnce(Wine),
    })
    .patch("/api/wines/:id", ({ params, body, by }) => changeWine(deps, params.id, body, by), {
      member: true,
      detail: { summary: "Change a wine", description: "Your own; admins may change any." },
      throws: { forbidden: "It's somebody else's wine." },
      params: IdParams,
      body: WinePatch,
      response: Wine,
    })
    .delete("/api/wines/:id", ({ params, by, status }) => status(204, done(removeWine(deps, params.id, by))), {
      member: true,
      detail: { summary: "Delete a wine", description: "Your own; admins may delete any." },
      throws: { forbidden: "It's somebody else's wine." },
      params: IdParams,
      response: NO_CONTENT,
    })
    .put("/api/wines/:id/like", ({ params, by }) => likeWine(deps, params.id, true, by), {
      member: true,
      detail: { summary: "Like a wine" },
      params: IdParams,
      response: Wine,
    })
    .delete("/api/wines/:id/like", ({ params, by }) => likeWine(deps, params.id, false, by), {
      member: true,
      detail: { summary: "Take your like back" },
      params: IdParams,
      response: Wine,
    });
