import { type AnyElysia, Elysia } from "elysia";

import type { Deps } from "./deps.ts";
import { errorResponse } from "./error-response.ts";
import { auditRoutes } from "./routes/audit.ts";
import { authRoutes } from "./routes/auth.ts";
import { backupRoutes } from "./routes/backups.ts";
import { bookmarkRoutes } from "./routes/bookmarks.ts";
import { bookRoutes } from "./routes/books.ts";
import { calendarRoutes } from "./routes/calendar.ts";
import { contentRoutes } from "./routes/content.ts";
import { docsRoutes } from "./routes/docs.ts";
import { downloadRoutes } from "./routes/downloads.ts";
import { emailRoutes } from "./routes/email.ts";
import { healthRoutes } from "./routes/health.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { isbnRoutes } from "./routes/isbn.ts";
import { pictureRoutes } from "./routes/pictures.ts";
import { postRoutes } from "./routes/posts.ts";
import { profileRoutes } from "./routes/profile.ts";
import { progressRoutes } from "./routes/progress.ts";
import { storageRoutes } from "./routes/storage.ts";
import { unsubscribeRoutes } from "./routes/unsubscribe.ts";
import { uploadRoutes } from "./routes/uploads.ts";
import { userRoutes } from "./routes/users.ts";

/** Every call of the club, in the order of their addresses. Pure: nothing happens until a request comes. */
export function createApp(deps: Deps) {
  // Elysia looks for the path from the fourth letter of a name on, unless it is told of names like http://nas
  const app: AnyElysia = new Elysia({ name: "bookclub", normalize: true, handler: { standardHostname: false } })
    .onError({ as: "global" }, ({ error }) => errorResponse(error, deps.log))
    .use(progressRoutes(deps))
    .use(auditRoutes(deps))
    .use(authRoutes(deps))
    .use(backupRoutes(deps))
    .use(bookmarkRoutes(deps))
    .use(bookRoutes(deps))
    .use(calendarRoutes(deps))
    .use(contentRoutes(deps))
    .use(docsRoutes(deps, () => app))
    .use(downloadRoutes(deps))
    .use(emailRoutes(deps))
    .use(healthRoutes(deps))
    .use(invitationRoutes(deps))
    .use(isbnRoutes(deps))
    .use(pictureRoutes(deps))
    .use(postRoutes(deps))
    .use(profileRoutes(deps))
    .use(storageRoutes(deps))
    .use(unsubscribeRoutes(deps))
    .use(uploadRoutes(deps))
    .use(userRoutes(deps));
  return app;
}
