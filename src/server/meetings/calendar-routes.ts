import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";

import { meetingCalendar } from "./calendar.ts";

export const calendarRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "calendar", tag: "Calendar" }).get(
    "/api/calendar/meeting.ics",
    async () => {
      const { fileName, text } = await meetingCalendar(deps);
      return new Response(text, {
        headers: {
          "content-type": "text/calendar; charset=utf-8; method=PUBLISH",
          "content-disposition": `attachment; filename="${fileName}"`,
          "cache-control": "no-store",
        },
      });
    },
    {
      member: true,
      detail: { summary: "Download the next meeting for a calendar", ...respondsWith("The meeting.", "text/calendar") },
      throws: { "not-found": "The next meeting has no date, time and place yet." },
    },
  );
