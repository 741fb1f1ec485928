import { CALENDAR_LIMIT } from "#contract/feeds.ts";
import { consumeLimit } from "#server/access/limits.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { isNotModified, textResponse } from "#server/http/file-response.ts";

import { answerMeeting, withdrawAnswer } from "./answers.ts";
import {
  createCalendarUrl,
  createCurrentMeetingFile,
  createMemberCalendar,
  deleteCalendarUrl,
  getCalendarUrl,
  requireCalendarOwner,
} from "./calendar.ts";
import { getContent, updateContent } from "./content.ts";
import { clearCopyStatus, getCopies, setCopyStatus } from "./copies.ts";
import { answerDates, askForDate, chooseDate, endDateQuestion } from "./dates.ts";
import { meetingManagerGuard } from "./host-rule.ts";
import { listHostRotation, removeHost, setHost } from "./hosts.ts";
import { deleteMeeting, listMeetings, listUnanswered, planMeeting, setCanceled, updateMeeting } from "./meetings.ts";
import { claimNeed, createNeed, deleteNeed, needManagerGuard, unclaimNeed, updateNeed } from "./needs.ts";
import { getCurrentMeeting, getMeeting } from "./serialize-meeting.ts";

export const meetingRoutes = (deps: Deps) =>
  routes(deps, meetingManagerGuard(deps))
    .on("GET /api/meetings", ({ query, user }) => listMeetings(deps, user, query))
    .on("GET /api/meetings/current", ({ user }) => getCurrentMeeting(deps, user))
    .on("GET /api/meetings/:id", ({ params, user }) => getMeeting(deps, user, params.id))
    .on("POST /api/meetings", ({ body, actor }) => planMeeting(deps, actor, body))
    .on("PATCH /api/meetings/:id", ({ params, body, actor }) => updateMeeting(deps, actor, params.id, body))
    .on("POST /api/meetings/:id/cancel", ({ params, body, actor }) =>
      setCanceled(deps, actor, params.id, { ...body, isCancelled: true }),
    )
    .on("POST /api/meetings/:id/restore", ({ params, body, actor }) =>
      setCanceled(deps, actor, params.id, { ...body, isCancelled: false }),
    )
    .on("DELETE /api/meetings/:id", ({ params, actor }) => deleteMeeting(deps, actor, params.id))
    .on("GET /api/meetings/:id/unanswered", ({ params }) => listUnanswered(deps, params.id))
    .on("PUT /api/meetings/:id/answer", ({ params, body, actor }) => answerMeeting(deps, actor, params.id, body))
    .on("DELETE /api/meetings/:id/answer", ({ params, actor }) => withdrawAnswer(deps, actor, params.id))
    .on("GET /api/content", () => getContent(deps))
    .on("PATCH /api/content", ({ body, actor }) => updateContent(deps, actor, body))
    .on("GET /api/books/:id/copies", ({ user, params }) => getCopies(deps, user, params.id))
    .on("PUT /api/books/:id/copy", ({ actor, params, body }) => setCopyStatus(deps, actor, params.id, body.kind))
    .on("DELETE /api/books/:id/copy", ({ actor, params }) => clearCopyStatus(deps, actor, params.id))
    .on("GET /api/meetings/hosts", ({ user }) => listHostRotation(deps, user))
    .on("PUT /api/meetings/:id/host", ({ params, body, actor }) => setHost(deps, actor, params.id, body ?? {}))
    .on("DELETE /api/meetings/:id/host", ({ params, actor }) => removeHost(deps, actor, params.id))
    .on("PUT /api/meetings/:id/dates", ({ params, body, actor }) => askForDate(deps, actor, params.id, body))
    .on("DELETE /api/meetings/:id/dates", ({ params, actor }) => endDateQuestion(deps, actor, params.id))
    .on("PUT /api/meetings/:id/dates/mine", ({ params, body, actor }) => answerDates(deps, actor, params.id, body))
    .on("POST /api/meetings/:id/dates/:dateId/choose", ({ params, body, actor }) =>
      chooseDate(deps, actor, params.id, params.dateId, body ?? {}),
    )
    .on("POST /api/meetings/:id/needs", ({ params, body, actor }) => createNeed(deps, actor, params.id, body));

export const needRoutes = (deps: Deps) =>
  routes(deps, needManagerGuard(deps))
    .on("PATCH /api/needs/:id", ({ params, body, actor }) => updateNeed(deps, actor, params.id, body))
    .on("DELETE /api/needs/:id", ({ params, actor }) => deleteNeed(deps, actor, params.id))
    .on("PUT /api/needs/:id/claim", ({ params, body, actor }) => claimNeed(deps, actor, params.id, body.quantity))
    .on("DELETE /api/needs/:id/claim", ({ params, actor }) => unclaimNeed(deps, actor, params.id));

export function calendarRoutes(deps: Deps) {
  const sendCalendar = async (request: Request, file: string): Promise<Response> => {
    const owner = requireCalendarOwner(deps, file);
    consumeLimit(deps, { id: owner, isAdmin: false }, CALENDAR_LIMIT);
    const { text, etag } = await createMemberCalendar(deps, owner);
    // revalidated each time, so changes show immediately
    const headers = { etag, "cache-control": "private, no-cache", "content-type": "text/calendar; charset=utf-8" };
    if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
    return textResponse(request, text, headers);
  };
  return routes(deps)
    .on("GET /api/calendar/meeting.ics", async () => {
      const { fileName, text } = await createCurrentMeetingFile(deps);
      return new Response(text, {
        headers: {
          "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
          "content-disposition": `attachment; filename="${fileName}"`,
          "cache-control": "no-store",
        },
      });
    })
    .on("GET /calendar/:file", ({ params, request }) => sendCalendar(request, params.file))
    .on("GET /api/profile/calendar", ({ user }) => getCalendarUrl(deps, user.id))
    .on("POST /api/profile/calendar", ({ actor }) => createCalendarUrl(deps, actor))
    .on("DELETE /api/profile/calendar", ({ actor }) => deleteCalendarUrl(deps, actor));
}
