import { pathOf } from "#contract/path-of.ts";
import { pageCalls, prefetchCall, prefetched } from "#web/api/request.ts";
import { hasNoSessionCookie } from "#web/lib/browser/page-facts.ts";
import { applyTheme, storedTheme } from "#web/lib/browser/theme.ts";
import { type CachedResponse, readAnswers } from "#web/offline/response-cache.ts";

import { afterPaint } from "./first-paint/after-paint.ts";
import { blockUnsupportedBrowser } from "./unsupported-browser.ts";

/** Milliseconds, once the club has answered: a busy device on a dead line has nothing else to show. */
const STORAGE_TIMEOUT_MS = 500;

const USER = pathOf("GET /api/auth/user");
const CLUB = pathOf("GET /api/club");

// The first script, kept small: lets the browser paint, then runs the app, which it fetches meanwhile.
if (!blockUnsupportedBrowser()) {
  // a stored page has that of the last visit
  applyTheme(storedTheme());
  // a visitor may be typing
  if (!hasNoSessionCookie()) {
    prefetchFirstCalls();
    // the browser takes long to read its calendar, which every member's page needs: while the rest is on its way
    setTimeout(() => new Intl.DateTimeFormat());
  }
  afterPaint(start);
}

function start(): void {
  const stored = storedAnswers();
  if (hasNoSessionCookie()) prefetchFirstCalls();
  import("./main.tsx")
    .finally(() => document.getElementById("not-started")?.remove())
    .then(async ({ openApp }) => openApp(await stored))
    .catch(showLoadFailure);
}

function prefetchFirstCalls(): void {
  // at once: Chromium lets timers wait for a second while files arrive
  for (const path of initialRequests()) prefetchCall(path);
}

/** What pages show first. The dashboard's forms begin with what the server says. */
async function storedAnswers(): Promise<CachedResponse[]> {
  if (hasNoSessionCookie() || location.pathname.startsWith("/admin") || !("caches" in globalThis)) return [];
  const patience = new Promise((resolve) => setTimeout(resolve, STORAGE_TIMEOUT_MS));
  const none = Promise.allSettled([patience, prefetched(USER)]).then(() => []);
  return Promise.race([readAnswers(caches), none]).catch(() => []);
}

function initialRequests(): string[] {
  if (hasNoSessionCookie()) return [CLUB];
  const everybody = [USER, CLUB];
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
