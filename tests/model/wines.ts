import * as fc from "fast-check";

import { action, callAbout, changeOwn, type ModelResource, rare } from "./random-request.ts";
import { drop, pick } from "./state.ts";

/** Wines that members recommend (BEYOND 4). */
export const wines: ModelResource = {
  actions: [
    action("recommend a wine", "member", fc.constantFrom("Rioja", "Riesling"), (state, user, name) => ({
      request: "POST /api/wines",
      body: { name, kind: "red" },
      status: 201,
      done: ({ body: { id } }) => void state.wines.push({ id, name, by: user, likes: new Set(), oldLikes: 0 }),
    })),
    action(
      "rename a wine",
      "member",
      fc.record({ which: fc.nat(), name: fc.constantFrom("Malbec", "Merlot") }),
      (state, user, { which, name }) =>
        changeOwn(user, pick(state.wines, which), (wine) => ({
          request: `PATCH /api/wines/${wine.id}`,
          body: { name },
          status: 200,
          done: () => void (wine.name = name),
        })),
    ),
    rare(
      action("delete a wine", "member", fc.nat(), (state, user, index) =>
        changeOwn(user, pick(state.wines, index), (wine) => ({
          request: `DELETE /api/wines/${wine.id}`,
          status: 204,
          done: () => drop(state.wines, (one) => one === wine),
        })),
      ),
    ),
    action(
      "like a wine",
      "member",
      fc.record({ which: fc.nat(), likes: fc.boolean() }),
      (state, user, { which, likes }) =>
        callAbout(pick(state.wines, which), (wine) => ({
          request: `${likes ? "PUT" : "DELETE"} /api/wines/${wine.id}/like`,
          status: 200,
          done: () => void (likes ? wine.likes.add(user) : wine.likes.delete(user)),
        })),
    ),
  ],
  deleteMember: (state, person) => {
    for (const wine of state.wines) {
      if (wine.by === person) wine.by = null;
      if (wine.likes.delete(person)) wine.oldLikes += 1;
    }
  },
  reads: (state, viewer) => [
    {
      path: "/api/wines?limit=100",
      answers: state.wines.toReversed().map(({ id, name, by, likes, oldLikes }) => ({
        id,
        name,
        author: { displayName: by?.name ?? "A former member" },
        mine: by === viewer,
        likes: likes.size + oldLikes,
        liked: likes.has(viewer),
      })),
    },
  ],
};
