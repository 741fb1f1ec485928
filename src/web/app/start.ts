import { callAhead, pageCalls } from "#web/api/request.ts";
import { hasNoSessionCookie } from "#web/lib/page-facts.ts";

import { stopOldBrowser } from "./old-browser.ts";

/** In case a browser never reports a paint. */
const PAINT_TIMEOUT = 500;

// The first script, kept small: lets the static shell paint, then loads the app and its first data in parallel.
if (!("document" in globalThis)) warmUpIntl();
else if (!stopOldBrowser()) afterPaint(start);

function start(): void {
  // the build lists the app's chunks in the page, so they load in parallel; one task each lets input in between
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="program"]'))
    setTimeout(() => (link.rel = "modulepreload"));
  for (const path of firstCalls()) setTimeout(() => callAhead(path));
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

/** Runs after the shell has painted; immediately without one, or when the page is hidden. */
function afterPaint(run: () => void): void {
  if (!document.getElementById("static-shell") || document.visibilityState === "hidden") return run();
  const go = () => {
    observer.disconnect();
    clearTimeout(timer);
    run();
  };
  // first: WebKit reports an earlier paint before observe() returns
  const timer = setTimeout(go, PAINT_TIMEOUT);
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) go();
  });
  observer.observe({ type: "paint", buffered: true });
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
