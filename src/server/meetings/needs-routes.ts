import { IdParams } from "#contract/ids.ts";
import { NEEDS_MAX } from "#contract/limits/meetings.ts";
import { Need, NeedPatch, NewClaim, NewNeed } from "#contract/meetings.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { runsMeeting } from "./host-rule.ts";
import { addNeed, changeNeed, claimNeed, removeNeed, runsNeed, unclaimNeed } from "./needs.ts";

export const needRoutes = (deps: Deps) => {
  const host = runsNeed(deps);
  return guardedRoutes(deps, { name: "needs", tag: "Meetings" })
    .post(
      "/api/meetings/:id/needs",
      ({ params, body, by, status }) => status(201, addNeed(deps, params.id, body, by)),
      {
        host: runsMeeting(deps),
        detail: { summary: "Add something the meeting needs" },
        throws: { conflict: `The meeting is over, was canceled, or needs ${NEEDS_MAX} things already.` },
        params: IdParams,
        body: NewNeed,
        response: { 201: Need },
      },
    )
    .patch("/api/needs/:id", ({ params, body, by }) => changeNeed(deps, params.id, body, by), {
      host,
      detail: { summary: "Change what a meeting needs" },
      throws: { conflict: "Members already bring more than the new quantity." },
      params: IdParams,
      body: NeedPatch,
      response: Need,
    })
    .delete("/api/needs/:id", ({ params, by, status }) => status(204, done(removeNeed(deps, params.id, by))), {
      host,
      detail: { summary: "Remove what a meeting needs" },
      params: IdParams,
      response: NO_CONTENT,
    })
    .put("/api/needs/:id/claim", ({ params, body, by }) => claimNeed(deps, params.id, body.quantity, by), {
      member: true,
      detail: {
        summary: "Claim a share of what is needed",
        description: "`quantity` is all that you bring, not an addition.",
      },
      throws: { conflict: "Less than that is left, you said you aren't coming, or the meeting is over." },
      params: IdParams,
      body: NewClaim,
      response: Need,
    })
    .delete("/api/needs/:id/claim", ({ params, by, status }) => status(204, done(unclaimNeed(deps, params.id, by))), {
      member: true,
      detail: { summary: "Give your claim back" },
      params: IdParams,
      response: NO_CONTENT,
    });
};
