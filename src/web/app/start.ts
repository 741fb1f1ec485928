import { pageCalls, prefetchCall } from "#web/api/request.ts";
import { hasNoSessionCookie } from "#web/lib/page-facts.ts";

import { afterPaint } from "./first-paint/after-paint.ts";
import { stopOldBrowser } from "./old-browser.ts";

// The first script, kept small: lets the browser paint, then runs the app, which it fetches meanwhile.
if (!("document" in globalThis)) warmUpIntl();
else if (!stopOldBrowser()) afterPaint(start);

function start(): void {
  // one task each lets input in between
  for (const path of firstCalls()) setTimeout(() => prefetchCall(path));
  setTimeout(() => import("./main.tsx").then(({ openApp }) => openApp()).catch(showLoadFailure));
  // members' pages are full of dates; in development this file can't be a worker
  if (process.env.NODE_ENV === "production" && !hasNoSessionCookie()) warmUpIntlInWorker();
}

/** Intl takes as long to start as a page to render, once per process, so a worker starts it in parallel. */
function warmUpIntlInWorker(): void {
  const worker = new Worker(import.meta.url, { type: "module" });
  worker.addEventListener("message", () => worker.terminate());
}

function warmUpIntl(): void {
  new Date().toLocaleDateString("en-US", { timeZone: "America/New_York" });
  postMessage("awake");
}

function firstCalls(): string[] {
  if (hasNoSessionCookie()) return ["/api/club"];
  const everybody = ["/api/auth/user", "/api/club"];
  if (location.pathname === "/auth") return everybody;
  return [...everybody, ...pageCalls(location.pathname)];
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
