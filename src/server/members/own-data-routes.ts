import { AccountClosing } from "#contract/profile.ts";
import { clearSessionCookie, cookies } from "#server/access/cookies.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWith } from "#server/http/described.ts";
import { NO_CONTENT } from "#server/http/no-content.ts";

import { closeAccount, exportOwnData } from "./own-data.ts";

const ZIP_HEADERS = {
  "content-type": "application/zip",
  "content-disposition": 'attachment; filename="my-book-club-data.zip"',
};

export const ownDataRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "own-data", tag: "Profile" })
    .use(cookies(deps.config))
    .get(
      "/api/profile/export",
      async ({ by }) => new Response(await exportOwnData(deps, by), { headers: ZIP_HEADERS }),
      {
        member: true,
        detail: {
          summary: "Download everything the club knows about you",
          ...respondsWith("A ZIP of JSON files, with your photo.", "application/zip"),
        },
      },
    )
    .delete(
      "/api/profile",
      async ({ by, body, setCookie, status }) => {
        await closeAccount(deps, by, body);
        clearSessionCookie({ setCookie }, deps.config);
        return status(204, undefined);
      },
      {
        member: true,
        detail: { summary: "Delete your account" },
        throws: {
          forbidden: "The password isn't right.",
          conflict: "You're the last admin.",
          "too-many": "Wait after too many failed tries.",
        },
        body: AccountClosing,
        response: NO_CONTENT,
      },
    );
