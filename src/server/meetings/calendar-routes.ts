import { Elysia } from "elysia";

import { guards } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";

import { meetingCalendar } from "./calendar.ts";

export const calendarRoutes = (deps: Deps) =>
  new Elysia({ name: "calendar" }).use(guards(deps)).get(
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
    { member: true },
  );
