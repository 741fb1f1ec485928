import { ownDataCalls } from "#contract/profile.ts";
import { clearSessionCookie } from "#server/access/cookies.ts";
import { cookieRoutes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { deleteOwnAccount, exportOwnData } from "./own-data.ts";

const ZIP_HEADERS = {
  "content-type": "application/zip",
  "content-disposition": 'attachment; filename="my-book-club-data.zip"',
};

export const ownDataRoutes = (deps: Deps) =>
  cookieRoutes(deps, ownDataCalls())
    .on(
      "GET /api/profile/export",
      async ({ actor }) => new Response(await exportOwnData(deps, actor), { headers: ZIP_HEADERS }),
    )
    .on("DELETE /api/profile", async ({ actor, body, setCookie }) => {
      await deleteOwnAccount(deps, actor, body);
      clearSessionCookie({ setCookie }, deps.config);
    });
