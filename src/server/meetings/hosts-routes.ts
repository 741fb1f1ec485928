import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { HostTurn, NewHost } from "#contract/meeting-hosts.ts";
import { Meeting } from "#contract/meetings.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { limitText } from "#server/access/limits.ts";
import { ACTIVITY_LIMIT } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";

import { endHosting, listTurns, setHost } from "./hosts.ts";

/** Hosts take turns (BEYOND 10). */
export const hostRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "hosts", tag: "Meetings" })
    .get("/api/meetings/hosts", ({ user }) => listTurns(deps, user), {
      member: true,
      detail: { summary: "List who hosted how often", description: "Those who haven't for the longest come first." },
      response: Type.Array(HostTurn),
    })
    .put("/api/meetings/:id/host", ({ params, body, by }) => setHost(deps, params.id, body ?? {}, by), {
      member: true,
      detail: { summary: "Host a meeting", description: "Without a name you host it. Only admins name somebody." },
      throws: {
        conflict: "Somebody hosts it already, it's over or was canceled.",
        forbidden: "Only admins name somebody.",
        "too-many": limitText(ACTIVITY_LIMIT),
      },
      params: IdParams,
      body: Type.Optional(NewHost),
      response: Meeting,
    })
    .delete("/api/meetings/:id/host", ({ params, by }) => endHosting(deps, params.id, by), {
      member: true,
      detail: { summary: "End a host's turn", description: "Your own; admins end anybody's." },
      throws: { conflict: "The meeting is over.", forbidden: "It's somebody else's turn." },
      params: IdParams,
      response: Meeting,
    });
