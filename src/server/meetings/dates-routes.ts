import { dateCalls } from "#contract/date-polls.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { answerDates, askForDate, chooseDate, endDateQuestion } from "./dates.ts";
import { meetingManagerGuard } from "./host-rule.ts";

/** A date people can make (BEYOND 10). */
export const dateRoutes = (deps: Deps) =>
  routes(deps, dateCalls(), meetingManagerGuard(deps))
    .on("PUT /api/meetings/:id/dates", ({ params, body, actor }) => askForDate(deps, actor, params.id, body))
    .on("DELETE /api/meetings/:id/dates", ({ params, actor }) => endDateQuestion(deps, actor, params.id))
    .on("PUT /api/meetings/:id/dates/mine", ({ params, body, actor }) => answerDates(deps, actor, params.id, body))
    .on("POST /api/meetings/:id/dates/:dateId/choose", ({ params, body, actor }) =>
      chooseDate(deps, actor, params.id, params.dateId, body ?? {}),
    );
