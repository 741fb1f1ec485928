import { getDefaultStore } from "jotai";
import { startTransition, StrictMode } from "react";

import { createQueryClient } from "#web/api/query-client.ts";
import { seasonFromMeta } from "#web/lib/browser/page-meta.ts";
import { seasonAtom } from "#web/state/season.ts";
import { initialSession, sessionAtom } from "#web/state/session.ts";

import { App, loadFirstPage } from "./app.tsx";
import { HistoryRouter } from "./history-router.tsx";
import { hydrateFromPage, readPageResponses } from "./hydrate-from-page.ts";
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
  // a transition renders in small steps, between which the browser can respond
  startTransition(() =>
    hydrateOrRender(
      root,
      <StrictMode>
        <HistoryRouter>
          <App queryClient={queryClient} />
        </HistoryRouter>
      </StrictMode>,
    ),
  );
}
