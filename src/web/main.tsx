import { getDefaultStore } from "jotai";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { listenBeforeRouter } from "./lib/history-guard.ts";
import { seasonToday } from "./lib/page-facts.ts";
import { seasonAtom } from "./state/season.ts";
import { applyTheme, storedTheme } from "./state/theme.ts";

/** Puts the app into the page. Throws when the page has no room for it. */
export function openApp(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");

  applyTheme(storedTheme());
  getDefaultStore().set(seasonAtom, seasonToday());
  listenBeforeRouter();
  // as a transition React makes the page in small steps, between which the browser can answer whoever is in a hurry
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <App queryClient={createQueryClient()} />
        </BrowserRouter>
      </StrictMode>,
    ),
  );
}
