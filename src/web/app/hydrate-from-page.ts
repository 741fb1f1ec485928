import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";

import { type PageResponses, pathOf, RESPONSES_ID } from "#contract/first-paint.ts";
import type { User } from "#contract/users.ts";
import { clearPreviousMember } from "#web/api/session-actions.ts";
import { hasPendingSignOut } from "#web/state/before-sign-out.ts";
import { sessionAtom } from "#web/state/session.ts";

/** By the server, or by the service worker as of the last visit. Removed, because the page stays after a sign-out. */
export function readPageResponses(): PageResponses {
  const element = document.getElementById(RESPONSES_ID);
  const responses: PageResponses = JSON.parse(element?.textContent || "{}");
  element?.remove();
  const isStored = responses[pathOf("GET /api/auth/user")]?.at !== undefined;
  // the dashboard's forms must begin with the server's values
  return isStored && location.pathname.startsWith("/admin") ? {} : responses;
}

/** Those of the last visit are refetched (decision 0033). */
export function hydrateFromPage(store: ReturnType<typeof createStore>, queries: QueryClient, responses: PageResponses) {
  const session = responses[pathOf("GET /api/auth/user")];
  const user = session?.body as User | undefined;
  if (typeof user?.id !== "number" || hasPendingSignOut()) return;
  const isStored = session?.at !== undefined;
  store.set(sessionAtom, { status: "signed-in", user, ...(isStored && { isStored }) });
  clearPreviousMember(queries, user.id);
  for (const [path, { body, at }] of Object.entries(responses))
    queries.setQueryData([path], body, { updatedAt: at ?? Date.now() });
  if (isStored) void queries.invalidateQueries({ refetchType: "none" });
}
