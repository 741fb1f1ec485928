import type { QueryClient } from "@tanstack/react-query";
import { type createStore, getDefaultStore } from "jotai";
import { startTransition, StrictMode } from "react";

import { type PageResponses, pathOf, RESPONSES_ID } from "#contract/first-paint.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { clearPreviousMember } from "#web/api/session-actions.ts";
import { seasonFromMeta } from "#web/lib/browser/page-meta.ts";
import { hasPendingSignOut } from "#web/state/before-sign-out.ts";
import { seasonAtom } from "#web/state/season.ts";
import { initialSession, isCachedSession, sessionAtom } from "#web/state/session.ts";

import { App, loadFirstPage } from "./app.tsx";
import { HistoryRouter } from "./history-router.tsx";
import { hydrateOrRender } from "./hydrate-or-render.ts";
import { waitForStyles } from "./member-styles.ts";

export async function openApp(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");

  const store = getDefaultStore();
  store.set(seasonAtom, seasonFromMeta());
  store.set(sessionAtom, initialSession());
  const queryClient = createQueryClient();
  hydrateFromPage(store, queryClient, readPageResponses());
  // a page whose code can't be loaded shows its own error
  await Promise.all([loadFirstPage().catch(() => undefined), waitForStyles()]);
  const render = () =>
    hydrateOrRender(
      root,
      <StrictMode>
        <HistoryRouter>
          <App queryClient={queryClient} />
        </HistoryRouter>
      </StrictMode>,
    );
  // the code of a stored page is there, and between steps the browser would start code that isn't needed yet
  if (isCachedSession(store.get(sessionAtom))) render();
  // small steps, between which the browser can respond
  else startTransition(render);
}

/** Reads what the server or the service worker embedded, and removes it, because the page stays after a sign-out. */
export function readPageResponses(): PageResponses {
  const element = document.getElementById(RESPONSES_ID);
  const responses: PageResponses = JSON.parse(element?.textContent || "{}");
  element?.remove();
  const isStored = responses[pathOf("GET /api/auth/user")]?.at !== undefined;
  // the dashboard's forms must begin with the server's values
  return isStored && location.pathname.startsWith("/admin") ? {} : responses;
}

/** Responses of the last visit are refetched (decision 0033). */
export function hydrateFromPage(store: ReturnType<typeof createStore>, queries: QueryClient, responses: PageResponses) {
  const session = responses[pathOf("GET /api/auth/user")];
  const user = session?.body;
  if (typeof user?.id !== "number" || hasPendingSignOut()) return;
  const isStored = session?.at !== undefined;
  store.set(sessionAtom, { status: "signed-in", user, ...(isStored && { isStored }) });
  clearPreviousMember(queries, user.id);
  for (const [path, { body, at }] of Object.entries(responses))
    queries.setQueryData([path], body, { updatedAt: at ?? Date.now() });
  if (isStored) void queries.invalidateQueries({ refetchType: "none" });
}
