import { CALENDAR_FETCHES_A_MINUTE, calendarFeedCalls } from "#contract/calendar.ts";
import { createRateLimit } from "#server/access/rate-limit.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";
import { isNotModified, textResponse } from "#server/http/file-response.ts";

import {
  makeCalendarAddress,
  memberCalendar,
  ownerOfCalendar,
  readCalendarAddress,
  removeCalendarAddress,
} from "./feed.ts";

export const calendarFeedRoutes = (deps: Deps) => {
  const limitFetches = createRateLimit({
    max: CALENDAR_FETCHES_A_MINUTE,
    windowMs: 60_000,
    message: "This calendar is fetched too often.",
  });
  const answer = async (request: Request, file: string): Promise<Response> => {
    const owner = ownerOfCalendar(deps, file);
    limitFetches({ member: owner }, deps.clock.now());
    const { text, etag } = await memberCalendar(deps, owner);
    // revalidated each time, so changes show immediately
    const headers = { etag, "cache-control": "private, no-cache", "content-type": "text/calendar; charset=utf-8" };
    if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
    return textResponse(request, text, headers);
  };
  return routes(deps, calendarFeedCalls())
    .on("GET /calendar/:file", ({ params, request }) => answer(request, params.file))
    .on("GET /api/profile/calendar", ({ user }) => readCalendarAddress(deps, user.id))
    .on("POST /api/profile/calendar", ({ actor }) => makeCalendarAddress(deps, actor))
    .on("DELETE /api/profile/calendar", ({ actor }) => removeCalendarAddress(deps, actor));
};
