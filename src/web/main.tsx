import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { seasonOf } from "#contract/season.ts";

import { UNKNOWN_CLUB } from "./api/club.ts";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { addFonts } from "./fonts.ts";
import { listenBeforeRouter } from "./lib/history-guard.ts";
import { isSurelyNobody } from "./lib/page-facts.ts";
import { fetchAhead } from "./router.tsx";
import { applyTheme, storedTheme } from "./state/theme.ts";

applyTheme(storedTheme());
addFonts();
listenBeforeRouter();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App queryClient={createQueryClient()} />
    </BrowserRouter>
  </StrictMode>,
);

// after the first picture on the screen, with which it would compete
if (!isSurelyNobody() && location.pathname !== "/auth") {
  requestAnimationFrame(() =>
    setTimeout(() => fetchAhead(location.pathname, seasonOf(new Date(), UNKNOWN_CLUB.timeZone))),
  );
}
