import { Type } from "@sinclair/typebox";

import { MonthParams, MonthPatch, MonthPlan } from "#contract/months.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { changeMonth, listMonths, readMonth } from "./months.ts";

export const monthRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "months", tag: "Months" })
    .get("/api/months", ({ user }) => listMonths(deps, user), {
      admin: true,
      detail: {
        summary: "List the months",
        description: "From the oldest book to two months ahead, the newest first.",
      },
      response: Type.Array(MonthPlan),
    })
    .get("/api/months/:month", ({ params, user }) => readMonth(deps, params.month, user), {
      admin: true,
      detail: { summary: "Show a month" },
      params: MonthParams,
      response: MonthPlan,
    })
    .patch("/api/months/:month", ({ params, body, by }) => changeMonth(deps, params.month, body.message, by), {
      admin: true,
      detail: { summary: "Change a month's message" },
      throws: { conflict: "The month is over." },
      params: MonthParams,
      body: MonthPatch,
      response: MonthPlan,
    });
