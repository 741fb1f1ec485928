import { applyTheme, storedTheme } from "#web/lib/browser/theme.ts";

// The first, small script: runs the app, which the browser is already fetching.
if (!blockUnsupportedBrowser()) {
  // a stored page has the theme of the last visit
  applyTheme(storedTheme());
  // A browser's first formatter takes a slow phone 50 ms, in which it waits for the rest of the code anyway.
  Intl.DateTimeFormat("en");
  // the embedded responses are at the page's end
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startApp);
  else startApp();
}

function startApp(): void {
  import("./main.tsx")
    .finally(() => document.getElementById("not-started")?.remove())
    .then(({ openApp }) => openApp())
    .catch(showLoadFailure);
}

/**
 * Shows the page for browsers older than BEYOND 9 supports: Safari has `registerProperty` since 16.4, Firefox since 128.
 * For browsers that can't parse this script, app.css shows it. @returns whether the browser is too old
 */
function blockUnsupportedBrowser(): boolean {
  if ("registerProperty" in CSS && CSS.supports("color", "color-mix(in lab, red, red)")) return false;
  for (const id of ["root", "not-started"]) document.getElementById(id)?.remove();
  document.getElementById("old-browser")?.removeAttribute("hidden");
  return true;
}

/** Shows that the app's code couldn't be loaded, which the app itself can't report. */
function showLoadFailure(cause: unknown): void {
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.textContent = "This page couldn't be loaded. Check your connection, then reload.";
  message.className = "bg-danger-solid p-4 text-center font-semibold text-on-solid";
  document.body.prepend(message);
  reportError(cause);
}
