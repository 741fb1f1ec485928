import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";

import { CALENDAR_FETCHES_A_MINUTE } from "#contract/limits.ts";
import { CalendarAddress } from "#contract/profile.ts";
import { ExactText } from "#contract/text.ts";
import { guards } from "#server/access/guards.ts";
import { createRateLimit } from "#server/access/rate-limit.ts";
import type { Deps } from "#server/deps.ts";

import {
  makeCalendarAddress,
  memberCalendar,
  ownerOfCalendar,
  readCalendarAddress,
  removeCalendarAddress,
} from "./feed.ts";

export const feedRoutes = (deps: Deps) => {
  const limitFetches = createRateLimit({
    max: CALENDAR_FETCHES_A_MINUTE,
    windowMs: 60_000,
    message: "This calendar is fetched too often.",
  });
  const answer = async (request: Request, file: string): Promise<Response> => {
    const owner = ownerOfCalendar(deps, file);
    limitFetches(file, deps.clock.now());
    const { text, etag } = await memberCalendar(deps, owner);
    // revalidated each time, so changes show immediately
    const headers = { etag, "cache-control": "private, no-cache", "content-type": "text/calendar; charset=utf-8" };
    const known = request.headers
      .get("if-none-match")
      ?.split(",")
      .map((tag) => tag.trim().replace(/^W\//, ""));
    if (known?.includes(etag)) return new Response(null, { status: 304, headers });
    return new Response(request.method === "HEAD" ? null : text, { headers });
  };
  const params = Type.Object({ file: ExactText({ max: 100 }) });
  return new Elysia({ name: "calendar-feed" })
    .use(guards(deps))
    .get("/calendar/:file", ({ params, request }) => answer(request, params.file), { open: true, params })
    .head("/calendar/:file", ({ params, request }) => answer(request, params.file), { open: true, params })
    .get("/api/profile/calendar", ({ user }) => readCalendarAddress(deps, user.id), {
      member: true,
      response: CalendarAddress,
    })
    .post("/api/profile/calendar", ({ by, status }) => status(201, makeCalendarAddress(deps, by)), {
      member: true,
      response: { 201: CalendarAddress },
    })
    .delete("/api/profile/calendar", ({ by }) => removeCalendarAddress(deps, by), {
      member: true,
      response: CalendarAddress,
    });
};
