import { applyTheme, storedTheme } from "#web/lib/browser/theme.ts";

import { afterPaint } from "./first-paint/after-paint.ts";
import { blockUnsupportedBrowser } from "./unsupported-browser.ts";

// The first script, kept small: lets the browser paint, then runs the app, which it fetches meanwhile.
if (!blockUnsupportedBrowser()) {
  // a stored page has that of the last visit
  applyTheme(storedTheme());
  // what the page came with is at its end
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => afterPaint(start));
  else afterPaint(start);
}

function start(): void {
  import("./main.tsx")
    .finally(() => document.getElementById("not-started")?.remove())
    .then(({ openApp }) => openApp())
    .catch(showLoadFailure);
}

/** The app itself can't report this. */
function showLoadFailure(cause: unknown): void {
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.textContent = "This page couldn't be loaded. Check your connection, then reload.";
  message.className = "bg-danger-solid p-4 text-center font-semibold text-on-solid";
  document.body.prepend(message);
  reportError(cause);
}
