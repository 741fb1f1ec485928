import { Type } from "@sinclair/typebox";

import { CalendarAddress } from "#contract/profile.ts";
import { ExactText } from "#contract/text.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import { createRateLimit } from "#server/access/rate-limit.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWithETag } from "#server/http/described.ts";
import { isFresh, textResponse } from "#server/http/file-response.ts";

import {
  makeCalendarAddress,
  memberCalendar,
  ownerOfCalendar,
  readCalendarAddress,
  removeCalendarAddress,
} from "./feed.ts";

const FETCHES_A_MINUTE = 60;

export const calendarFeedRoutes = (deps: Deps) => {
  const limitFetches = createRateLimit({
    max: FETCHES_A_MINUTE,
    windowMs: 60_000,
    message: "This calendar is fetched too often.",
  });
  const answer = async (request: Request, file: string): Promise<Response> => {
    const owner = ownerOfCalendar(deps, file);
    limitFetches({ member: owner }, deps.clock.now());
    const { text, etag } = await memberCalendar(deps, owner);
    // revalidated each time, so changes show immediately
    const headers = { etag, "cache-control": "private, no-cache", "content-type": "text/calendar; charset=utf-8" };
    if (isFresh(request, etag)) return new Response(null, { status: 304, headers });
    return textResponse(request, text, headers);
  };
  const params = Type.Object({ file: ExactText({ max: 100 }) });
  const throws = { "too-many": `A calendar may be fetched ${FETCHES_A_MINUTE} times a minute.` };
  const open = { open: true, params, throws } as const;
  const detail = { summary: "Subscribe to the meetings", ...respondsWithETag("Your calendar.", "text/calendar") };
  return guardedRoutes(deps, { name: "calendar-feed", tag: "Calendar" })
    .get("/calendar/:file", ({ params, request }) => answer(request, params.file), { ...open, detail })
    .head("/calendar/:file", ({ params, request }) => answer(request, params.file), { ...open })
    .get("/api/profile/calendar", ({ user }) => readCalendarAddress(deps, user.id), {
      member: true,
      detail: { summary: "Show the address of your calendar", description: "Null when there is none." },
      response: CalendarAddress,
    })
    .post("/api/profile/calendar", ({ by, status }) => status(201, makeCalendarAddress(deps, by)), {
      member: true,
      detail: {
        summary: "Make or replace the address of your calendar",
        description: "The old one stops working at once.",
      },
      response: { 201: CalendarAddress },
    })
    .delete("/api/profile/calendar", ({ by }) => removeCalendarAddress(deps, by), {
      member: true,
      detail: { summary: "Remove the address of your calendar" },
      response: CalendarAddress,
    });
};
