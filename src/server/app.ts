import { type AnyElysia, Elysia } from "elysia";

import { alignmentRouteGroups } from "#server/alignment/alignment-routes.ts";
import { boardRouteGroups } from "#server/board/posts-routes.ts";
import { bookRouteGroups } from "#server/books/books-routes.ts";
import { textRouteGroups } from "#server/books/text/text-routes.ts";
import { feedRouteGroups } from "#server/feeds/feeds-routes.ts";
import { mailRouteGroups } from "#server/mail/mail-routes.ts";
import { meetingRouteGroups } from "#server/meetings/meetings-routes.ts";
import { memberRouteGroups } from "#server/members/members-routes.ts";
import { monthRouteGroups } from "#server/months/months-routes.ts";
import { operationRouteGroups } from "#server/operations/operations-routes.ts";
import { docsRouteGroups } from "#server/pages/api-docs-routes.ts";
import { progressRouteGroups } from "#server/progress/progress-routes.ts";
import { shelfRouteGroups } from "#server/shelf/shelf-routes.ts";
import { talkRouteGroups } from "#server/talk/notes-routes.ts";
import { uploadRouteGroups } from "#server/uploads/uploads-routes.ts";
import { voteRouteGroups } from "#server/votes/votes-routes.ts";

import { readListening } from "./alignment/preserved-progress.ts";
import type { Deps } from "./deps.ts";
import { errorResponse } from "./http/error-response.ts";
import { largeJsonResponse } from "./http/json-response.ts";
import { deliverInBackground } from "./mail/delivery.ts";

/** Mounts all routes; the handler adds the headers of every response. */
export async function createApp(deps: Deps): Promise<AnyElysia> {
  deps.outboxNotifier.listen(() => deliverInBackground(deps));
  // otherwise Elysia misreads the path of URLs with a short host, such as http://nas
  const app: AnyElysia = new Elysia({ name: "bookclub", normalize: true, handler: { standardHostname: false } })
    .onError({ as: "global" }, ({ error }) => errorResponse(error, deps.log))
    // Elysia would send an empty body for null
    .mapResponse({ as: "global" }, ({ responseValue }) =>
      responseValue === null ? Response.json(null) : largeJsonResponse(responseValue),
    );
  const routeGroups = [
    ...alignmentRouteGroups(deps),
    ...boardRouteGroups(deps),
    ...(await bookRouteGroups(deps, readListening)),
    ...feedRouteGroups(deps),
    ...mailRouteGroups(deps),
    ...meetingRouteGroups(deps),
    ...memberRouteGroups(deps),
    ...monthRouteGroups(deps),
    ...operationRouteGroups(deps),
    ...docsRouteGroups(deps),
    ...progressRouteGroups(deps),
    ...shelfRouteGroups(deps),
    ...talkRouteGroups(deps),
    ...uploadRouteGroups(deps),
    ...voteRouteGroups(deps),
    ...textRouteGroups(deps),
  ];
  for (const group of routeGroups) app.use(group);
  return app;
}
