import { jsonOf } from "#tests/support/json.ts";
import { OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

export const resource: TestedResource = {
  ids: {
    feeds: () => "podcast",
  },
  paths: {
    "GET /calendar/:file": async ({ other }) =>
      new URL((await jsonOf(other.call("POST", "/api/profile/calendar"))).url).pathname,
  },
  before: {
    "GET /api/calendar/meeting.ics": ({ admin }) =>
      admin.call("PATCH", "/api/content", {
        meetingDate: "2026-12-10",
        meetingTime: "19:00",
        meetingLocation: "The cellar",
      }),
  },
  effects: {
    "POST /api/profile/calendar": OWN_ROW,
    "POST /api/profile/feeds/:kind": OWN_ROW,
  },
  tables: {
    feeds: { privacy: "feed addresses, and when an app last asked for a feed", onDeletion: "deleted" },
    calendar_feeds: { privacy: "Your calendar and feed addresses", onDeletion: "deleted" },
  },
};
