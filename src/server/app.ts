import { type AnyElysia, Elysia } from "elysia";

import { alignmentRoutes, sentenceRoutes } from "#server/alignment/alignment-routes.ts";
import { bookRoutes, downloadRoutes, isbnRoutes, pictureRoutes } from "#server/books/books-routes.ts";
import { answerRoutes, emailRoutes, ereaderRoutes, pushRoutes, unsubscribeRoutes } from "#server/mail/mail-routes.ts";
import {
  calendarFeedRoutes,
  calendarRoutes,
  contentRoutes,
  copyRoutes,
  dateRoutes,
  hostRoutes,
  meetingRoutes,
  needRoutes,
} from "#server/meetings/meetings-routes.ts";
import {
  accessRoutes,
  authRoutes,
  clubRoutes,
  invitationRoutes,
  ownDataRoutes,
  passkeyRoutes,
  profileRoutes,
  userRoutes,
} from "#server/members/members-routes.ts";
import { auditRoutes, backupRoutes, healthRoutes, storageRoutes } from "#server/operations/operations-routes.ts";
import {
  bookmarkRoutes,
  highlightRoutes,
  listeningProgressRoutes,
  planRoutes,
  readingProgressRoutes,
} from "#server/progress/progress-routes.ts";
import { importRoutes, shelfRoutes, wineRoutes } from "#server/shelf/shelf-routes.ts";
import { resumableRoutes, uploadRoutes } from "#server/uploads/uploads-routes.ts";
import { nominationRoutes, pollRoutes } from "#server/votes/votes-routes.ts";

import { listHeldShares } from "./alignment/held-shares.ts";
import { postRoutes } from "./board/posts-routes.ts";
import { textRoutes } from "./books/text/text-routes.ts";
import type { Deps } from "./deps.ts";
import { feedRoutes } from "./feeds/feeds-routes.ts";
import { errorResponse } from "./http/error-response.ts";
import { largeJsonResponse } from "./http/json-response.ts";
import { deliverInBackground } from "./mail/delivery.ts";
import { monthRoutes } from "./months/months-routes.ts";
import { docsRoutes } from "./pages/api-docs-routes.ts";
import { noteRoutes } from "./talk/notes-routes.ts";

/** The routes of every room; the handler in front adds the headers of every answer. */
export async function createApp(deps: Deps): Promise<AnyElysia> {
  deps.outboxNotifier.listen(() => deliverInBackground(deps));
  // Elysia looks for the path from the fourth character on, unless told of short names like http://nas
  const app: AnyElysia = new Elysia({ name: "bookclub", normalize: true, handler: { standardHostname: false } })
    .onError({ as: "global" }, ({ error }) => errorResponse(error, deps.log))
    // Elysia would send an empty body for null
    .mapResponse({ as: "global" }, ({ responseValue }) =>
      responseValue === null ? Response.json(null) : largeJsonResponse(responseValue),
    )
    .use(listeningProgressRoutes(deps).app)
    .use(readingProgressRoutes(deps).app)
    .use(auditRoutes(deps).app)
    .use(authRoutes(deps).app)
    .use(accessRoutes(deps).app)
    .use(backupRoutes(deps).app)
    .use(bookmarkRoutes(deps).app)
    .use(bookRoutes(deps, listHeldShares).app)
    .use(calendarRoutes(deps).app)
    .use(contentRoutes(deps).app)
    .use(copyRoutes(deps).app)
    .use(docsRoutes(deps).app)
    .use(downloadRoutes(deps).app)
    .use(emailRoutes(deps).app)
    .use(clubRoutes(deps).app)
    .use(healthRoutes(deps).app)
    .use(importRoutes(deps).app)
    .use(invitationRoutes(deps).app)
    .use(isbnRoutes(deps).app)
    .use(answerRoutes(deps).app)
    .use(calendarFeedRoutes(deps).app)
    .use(ereaderRoutes(deps).app)
    .use(feedRoutes(deps).app)
    .use(highlightRoutes(deps).app)
    .use(hostRoutes(deps).app)
    .use(dateRoutes(deps).app)
    .use(meetingRoutes(deps).app)
    .use(monthRoutes(deps).app)
    .use(needRoutes(deps).app)
    .use(nominationRoutes(deps).app)
    .use(noteRoutes(deps).app)
    .use((await pictureRoutes(deps)).app)
    .use(planRoutes(deps).app)
    .use(pollRoutes(deps).app)
    .use(postRoutes(deps).app)
    .use(ownDataRoutes(deps).app)
    .use(passkeyRoutes(deps).app)
    .use(profileRoutes(deps).app)
    .use(textRoutes(deps).app)
    .use(alignmentRoutes(deps).app)
    .use(sentenceRoutes(deps).app)
    .use(resumableRoutes(deps).app)
    .use(shelfRoutes(deps).app)
    .use(storageRoutes(deps).app)
    .use(unsubscribeRoutes(deps).app)
    .use(uploadRoutes(deps).app)
    .use(pushRoutes(deps).app)
    .use(userRoutes(deps).app)
    .use(wineRoutes(deps).app);
  return app;
}
