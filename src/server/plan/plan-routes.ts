import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { PlanLine } from "#contract/plan.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { readPlan } from "./plan.ts";

export const planRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "plan", tag: "Reading" }).get(
    "/api/books/:id/plan",
    ({ user, params }) => readPlan(deps, user, params.id),
    {
      member: true,
      detail: {
        summary: "Show what to read by when",
        description: "A line for each week until the book's next meeting; empty without a dated one ahead.",
      },
      params: IdParams,
      response: Type.Array(PlanLine),
    },
  );
