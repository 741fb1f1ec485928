import { getDefaultStore } from "jotai";
import { startTransition, StrictMode } from "react";
import { BrowserRouter } from "react-router";

import { createQueryClient } from "#web/api/query-client.ts";
import { listenBeforeRouter } from "#web/lib/history-guard.ts";
import { seasonToday } from "#web/lib/page-facts.ts";
import { seasonAtom } from "#web/state/season.ts";
import { initialSession, sessionAtom } from "#web/state/session.ts";
import { applyTheme, storedTheme } from "#web/state/theme.ts";

import { App } from "./app.tsx";
import { renderOver } from "./first-paint/render-over.ts";
import { LateAddress } from "./late-address.tsx";

export function openApp(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");

  applyTheme(storedTheme());
  const store = getDefaultStore();
  store.set(seasonAtom, seasonToday());
  store.set(sessionAtom, initialSession());
  listenBeforeRouter();
  // a transition renders in small steps, between which the browser can respond
  startTransition(() =>
    renderOver(
      root,
      <StrictMode>
        <BrowserRouter>
          <App queryClient={createQueryClient()} />
          <LateAddress />
        </BrowserRouter>
      </StrictMode>,
    ),
  );
}
