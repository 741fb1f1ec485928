import { type AnyElysia, Elysia } from "elysia";

import { auditRoutes } from "./audit/audit-routes.ts";
import { backupRoutes } from "./backups/backups-routes.ts";
import { bookRoutes } from "./books/books-routes.ts";
import { downloadRoutes } from "./books/downloads-routes.ts";
import { isbnRoutes } from "./books/isbn-routes.ts";
import { pictureRoutes } from "./books/pictures-routes.ts";
import { clubRoutes } from "./club/club-routes.ts";
import { copyRoutes } from "./copies/copies-routes.ts";
import type { Deps } from "./deps.ts";
import { docsRoutes } from "./docs/api-docs-routes.ts";
import { ereaderRoutes } from "./ereader/ereader-routes.ts";
import { feedRoutes } from "./feeds/feeds-routes.ts";
import { healthRoutes } from "./health/health-routes.ts";
import { errorResponse } from "./http/error-response.ts";
import { longListResponse } from "./http/json-response.ts";
import { answerRoutes } from "./mail/answer-routes.ts";
import { deliverInBackground } from "./mail/delivery.ts";
import { emailRoutes } from "./mail/email-routes.ts";
import { unsubscribeRoutes } from "./mail/unsubscribe-routes.ts";
import { calendarRoutes } from "./meetings/calendar-routes.ts";
import { contentRoutes } from "./meetings/content-routes.ts";
import { dateRoutes } from "./meetings/dates-routes.ts";
import { calendarFeedRoutes } from "./meetings/feed-routes.ts";
import { hostRoutes } from "./meetings/hosts-routes.ts";
import { meetingRoutes } from "./meetings/meetings-routes.ts";
import { needRoutes } from "./meetings/needs-routes.ts";
import { accessRoutes } from "./members/access-routes.ts";
import { authRoutes } from "./members/auth-routes.ts";
import { invitationRoutes } from "./members/invitations-routes.ts";
import { ownDataRoutes } from "./members/own-data-routes.ts";
import { passkeyRoutes } from "./members/passkeys-routes.ts";
import { profileRoutes } from "./members/profile-routes.ts";
import { userRoutes } from "./members/users-routes.ts";
import { monthRoutes } from "./months/months-routes.ts";
import { listeningPlaceRoutes, readingPlaceRoutes } from "./places/places-routes.ts";
import { planRoutes } from "./plan/plan-routes.ts";
import { postRoutes } from "./posts/posts-routes.ts";
import { pushRoutes } from "./push/push-routes.ts";
import { bookmarkRoutes } from "./reading/bookmarks-routes.ts";
import { highlightRoutes } from "./reading/highlights-routes.ts";
import { readingRoutes } from "./reading/reading-routes.ts";
import { sentencesRoutes } from "./sentences/sentences-routes.ts";
import { importRoutes } from "./shelf/import-routes.ts";
import { shelfRoutes } from "./shelf/shelf-routes.ts";
import { storageRoutes } from "./storage/storage-routes.ts";
import { noteRoutes } from "./talk/notes-routes.ts";
import { resumableRoutes } from "./uploads/resumable-routes.ts";
import { uploadRoutes } from "./uploads/uploads-routes.ts";
import { nominationRoutes } from "./votes/nominations-routes.ts";
import { pollRoutes } from "./votes/polls-routes.ts";
import { wineRoutes } from "./wines/wines-routes.ts";

/** The routes of every room; the handler in front adds the headers of every answer. */
export async function createApp(deps: Deps): Promise<AnyElysia> {
  deps.mailBell.listen(() => deliverInBackground(deps));
  // Elysia looks for the path from the fourth character on, unless told of short names like http://nas
  const app: AnyElysia = new Elysia({ name: "bookclub", normalize: true, handler: { standardHostname: false } })
    .onError({ as: "global" }, ({ error }) => errorResponse(error, deps.log))
    // Elysia would send an empty body for null
    .mapResponse({ as: "global" }, ({ responseValue }) =>
      responseValue === null ? Response.json(null) : longListResponse(responseValue),
    )
    .use(listeningPlaceRoutes(deps))
    .use(readingPlaceRoutes(deps))
    .use(auditRoutes(deps))
    .use(authRoutes(deps))
    .use(accessRoutes(deps))
    .use(backupRoutes(deps))
    .use(bookmarkRoutes(deps))
    .use(bookRoutes(deps))
    .use(calendarRoutes(deps))
    .use(contentRoutes(deps))
    .use(copyRoutes(deps))
    .use(docsRoutes(deps))
    .use(downloadRoutes(deps))
    .use(emailRoutes(deps))
    .use(clubRoutes(deps))
    .use(healthRoutes(deps))
    .use(importRoutes(deps))
    .use(invitationRoutes(deps))
    .use(isbnRoutes(deps))
    .use(answerRoutes(deps))
    .use(calendarFeedRoutes(deps))
    .use(ereaderRoutes(deps))
    .use(feedRoutes(deps))
    .use(highlightRoutes(deps))
    .use(hostRoutes(deps))
    .use(dateRoutes(deps))
    .use(meetingRoutes(deps))
    .use(monthRoutes(deps))
    .use(needRoutes(deps))
    .use(nominationRoutes(deps))
    .use(noteRoutes(deps))
    .use(await pictureRoutes(deps))
    .use(planRoutes(deps))
    .use(pollRoutes(deps))
    .use(postRoutes(deps))
    .use(ownDataRoutes(deps))
    .use(passkeyRoutes(deps))
    .use(profileRoutes(deps))
    .use(readingRoutes(deps))
    .use(sentencesRoutes(deps))
    .use(resumableRoutes(deps))
    .use(shelfRoutes(deps))
    .use(storageRoutes(deps))
    .use(unsubscribeRoutes(deps))
    .use(uploadRoutes(deps))
    .use(pushRoutes(deps))
    .use(userRoutes(deps))
    .use(wineRoutes(deps));
  return app;
}
