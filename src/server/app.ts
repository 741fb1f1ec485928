import { type AnyElysia, Elysia } from "elysia";

import { sentencesRoutes } from "./alignment/sentences-routes.ts";
import { postRoutes } from "./board/posts-routes.ts";
import { bookRoutes } from "./books/books-routes.ts";
import { downloadRoutes } from "./books/downloads-routes.ts";
import { isbnRoutes } from "./books/isbn-routes.ts";
import { pictureRoutes } from "./books/pictures-routes.ts";
import type { Deps } from "./deps.ts";
import { feedRoutes } from "./feeds/feeds-routes.ts";
import { errorResponse } from "./http/error-response.ts";
import { largeJsonResponse } from "./http/json-response.ts";
import { answerRoutes } from "./mail/answer-routes.ts";
import { deliverInBackground } from "./mail/delivery.ts";
import { emailRoutes } from "./mail/email-routes.ts";
import { ereaderRoutes } from "./mail/ereader/ereader-routes.ts";
import { pushRoutes } from "./mail/push/push-routes.ts";
import { unsubscribeRoutes } from "./mail/unsubscribe-routes.ts";
import { calendarRoutes } from "./meetings/calendar-routes.ts";
import { contentRoutes } from "./meetings/content-routes.ts";
import { copyRoutes } from "./meetings/copies-routes.ts";
import { dateRoutes } from "./meetings/dates-routes.ts";
import { calendarFeedRoutes } from "./meetings/feed-routes.ts";
import { hostRoutes } from "./meetings/hosts-routes.ts";
import { meetingRoutes } from "./meetings/meetings-routes.ts";
import { needRoutes } from "./meetings/needs-routes.ts";
import { authRoutes } from "./members/auth-routes.ts";
import { clubRoutes } from "./members/club-routes.ts";
import { accessRoutes } from "./members/credentials-routes.ts";
import { invitationRoutes } from "./members/invitations-routes.ts";
import { ownDataRoutes } from "./members/own-data-routes.ts";
import { passkeyRoutes } from "./members/passkeys-routes.ts";
import { profileRoutes } from "./members/profile-routes.ts";
import { userRoutes } from "./members/users-routes.ts";
import { monthRoutes } from "./months/months-routes.ts";
import { auditRoutes } from "./operations/audit-routes.ts";
import { backupRoutes } from "./operations/backups/backups-routes.ts";
import { healthRoutes } from "./operations/health/health-routes.ts";
import { docsRoutes } from "./pages/api-docs-routes.ts";
import { listeningPlaceRoutes, readingPlaceRoutes } from "./progress/places-routes.ts";
import { planRoutes } from "./progress/plan-routes.ts";
import { bookmarkRoutes } from "./reading/bookmarks-routes.ts";
import { highlightRoutes } from "./reading/highlights-routes.ts";
import { readingRoutes } from "./reading/reading-routes.ts";
import { importRoutes } from "./shelf/import-routes.ts";
import { shelfRoutes } from "./shelf/shelf-routes.ts";
import { wineRoutes } from "./shelf/wines-routes.ts";
import { storageRoutes } from "./storage/storage-routes.ts";
import { noteRoutes } from "./talk/notes-routes.ts";
import { resumableRoutes } from "./uploads/resumable-routes.ts";
import { uploadRoutes } from "./uploads/uploads-routes.ts";
import { nominationRoutes } from "./votes/nominations-routes.ts";
import { pollRoutes } from "./votes/polls-routes.ts";

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
    .use(listeningPlaceRoutes(deps).app)
    .use(readingPlaceRoutes(deps).app)
    .use(auditRoutes(deps).app)
    .use(authRoutes(deps).app)
    .use(accessRoutes(deps).app)
    .use(backupRoutes(deps).app)
    .use(bookmarkRoutes(deps).app)
    .use(bookRoutes(deps).app)
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
    .use(readingRoutes(deps).app)
    .use(sentencesRoutes(deps).app)
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
