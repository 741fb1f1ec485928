import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";

import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { addFonts } from "./fonts.ts";
import { listenBeforeRouter } from "./lib/history-guard.ts";
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
