import { ereaderCalls } from "#contract/ereader.ts";
import { routes } from "#server/access/routes.ts";
import type { Deps } from "#server/deps.ts";

import { confirmEreader, sendLinkAgain } from "./confirmation.ts";
import { sendBook, sendTest } from "./ereader.ts";

export const ereaderRoutes = (deps: Deps) => {
  return routes(deps, ereaderCalls())
    .on("POST /api/books/:id/send", async ({ actor, params }) => {
      await sendBook(deps, actor, params.id);
      return {};
    })
    .on("POST /api/profile/ereader/test", async ({ actor }) => {
      await sendTest(deps, actor);
      return {};
    })
    .on("POST /api/profile/ereader/link", ({ actor }) => {
      sendLinkAgain(deps, actor);
      return {};
    })
    .on("POST /api/ereader/confirm", ({ body }) => confirmEreader(deps, body));
};
