import { type AnyElysia, Elysia } from "elysia";

import { alignmentRoutes } from "#server/alignment/alignment-routes.ts";
import { boardRoutes } from "#server/board/posts-routes.ts";
import { bookRoutes, downloadRoutes, imageRoutes } from "#server/books/books-routes.ts";
import { textRoutes } from "#server/books/text/text-routes.ts";
import { feedRoutes } from "#server/feeds/feeds-routes.ts";
import { mailRoutes } from "#server/mail/mail-routes.ts";
import { calendarRoutes, meetingRoutes, needRoutes } from "#server/meetings/meetings-routes.ts";
import { accountRoutes, memberRoutes } from "#server/members/members-routes.ts";
import { monthRoutes } from "#server/months/months-routes.ts";
import { operationRoutes } from "#server/operations/operations-routes.ts";
import { docsRoutes } from "#server/pages/api-docs-routes.ts";
import { progressRoutes } from "#server/progress/progress-routes.ts";
import { shelfRoutes } from "#server/shelf/shelf-routes.ts";
import { talkRoutes } from "#server/talk/notes-routes.ts";
import { uploadRoutes } from "#server/uploads/uploads-routes.ts";
import { voteRoutes } from "#server/votes/votes-routes.ts";

import { readListening } from "./alignment/preserved-progress.ts";
import type { Deps } from "./deps.ts";
import { errorResponse } from "./http/error-response.ts";
import { deliverInBackground } from "./mail/delivery.ts";

/** Mounts all routes; the handler adds the headers of every response. */
export function createApp(deps: Deps): AnyElysia {
  deps.delivery.start = () => deliverInBackground(deps);
  // otherwise Elysia misreads the path of URLs with a short host, such as http://nas
  const app: AnyElysia = new Elysia({ name: "bookclub", normalize: true, handler: { standardHostname: false } })
    .onError({ as: "global" }, ({ error }) => errorResponse(error, deps.log))
    // Elysia would send an empty body for null
    .mapResponse({ as: "global" }, ({ responseValue }) => (responseValue === null ? Response.json(null) : undefined));
  const routeGroups = [
    alignmentRoutes(deps),
    boardRoutes(deps),
    bookRoutes(deps, readListening),
    downloadRoutes(deps),
    imageRoutes(deps),
    feedRoutes(deps),
    mailRoutes(deps),
    meetingRoutes(deps),
    needRoutes(deps),
    calendarRoutes(deps),
    accountRoutes(deps),
    memberRoutes(deps),
    monthRoutes(deps),
    operationRoutes(deps),
    docsRoutes(deps),
    progressRoutes(deps),
    shelfRoutes(deps),
    talkRoutes(deps),
    uploadRoutes(deps),
    voteRoutes(deps),
    textRoutes(deps),
  ];
  for (const group of routeGroups) group.mountOn(app);
  return app;
}
