import { meetingCalls } from "#contract/meetings.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { answerMeeting, withdrawAnswer } from "./answers.ts";
import { meetingManagerGuard } from "./host-rule.ts";
import { changeMeeting, listMeetings, listUnanswered, planMeeting, removeMeeting, setCanceled } from "./meetings.ts";
import { getCurrentMeeting, getMeeting } from "./serialize-meeting.ts";

export const meetingRoutes = (deps: Deps) =>
  routes(deps, meetingCalls(), meetingManagerGuard(deps))
    .on("GET /api/meetings", ({ query, user }) => listMeetings(deps, user, query))
    .on("GET /api/meetings/current", ({ user }) => getCurrentMeeting(deps, user))
    .on("GET /api/meetings/:id", ({ params, user }) => getMeeting(deps, user, params.id))
    .on("POST /api/meetings", ({ body, actor }) => planMeeting(deps, actor, body))
    .on("PATCH /api/meetings/:id", ({ params, body, actor }) => changeMeeting(deps, actor, params.id, body))
    .on("POST /api/meetings/:id/cancel", ({ params, body, actor }) =>
      setCanceled(deps, actor, params.id, { ...body, isCancelled: true }),
    )
    .on("POST /api/meetings/:id/restore", ({ params, body, actor }) =>
      setCanceled(deps, actor, params.id, { ...body, isCancelled: false }),
    )
    .on("DELETE /api/meetings/:id", ({ params, actor }) => removeMeeting(deps, actor, params.id))
    .on("GET /api/meetings/:id/unanswered", ({ params }) => listUnanswered(deps, params.id))
    .on("PUT /api/meetings/:id/answer", ({ params, body, actor }) => answerMeeting(deps, actor, params.id, body))
    .on("DELETE /api/meetings/:id/answer", ({ params, actor }) => withdrawAnswer(deps, actor, params.id));
