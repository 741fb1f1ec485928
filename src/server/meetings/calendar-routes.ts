import { calendarCalls } from "#contract/calendar.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { meetingCalendar } from "./calendar.ts";

export const calendarRoutes = (deps: Deps) =>
  routes(deps, calendarCalls()).on("GET /api/calendar/meeting.ics", async () => {
    const { fileName, text } = await meetingCalendar(deps);
    return new Response(text, {
      headers: {
        "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
        "content-disposition": `attachment; filename="${fileName}"`,
        "cache-control": "no-store",
      },
    });
  });
