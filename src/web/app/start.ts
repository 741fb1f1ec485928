import { callAhead } from "#web/api/request.ts";
import { isSurelyNobody } from "#web/lib/page-facts.ts";

/** Milliseconds to wait for a paint of which a browser may never tell. */
const PAINT_PATIENCE = 500;

// The first script, and a small one: it lets the browser paint what the server wrote into the page, and only then
// fetches the program, side by side with the answers that it will ask for.
if ("document" in globalThis) afterPaint(start);
else wakeCalendar();

function start(): void {
  // the build names the program's parts in the page, so that none has to wait until another has come and asks for it
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="program"]')) link.rel = "modulepreload";
  import("./main.tsx").then(({ openApp }) => openApp()).catch(sayUnfetched);
  // in a task of its own, so that anyone who touches the page meanwhile does not wait for both
  setTimeout(() => firstCalls().forEach((path) => callAhead(path)));
  // the pages of members are full of dates; in development this file's address is one that no worker may have
  if (process.env.NODE_ENV === "production" && !isSurelyNobody()) wakeCalendarBeside();
}

/**
 * A browser's calendar takes as long to wake as a page to draw, once for all threads. So this file, which the browser
 * has, is run a second time as a worker, beside the page.
 */
function wakeCalendarBeside(): void {
  const worker = new Worker(import.meta.url, { type: "module" });
  worker.addEventListener("message", () => worker.terminate());
}

function wakeCalendar(): void {
  new Date().toLocaleDateString("en-US", { timeZone: "America/New_York" });
  postMessage("awake");
}

/** What the app asks for before all else: who is signed in, and what their page shows. */
function firstCalls(): string[] {
  if (isSurelyNobody()) return ["/api/club"];
  const everybody = ["/api/auth/user", "/api/club"];
  if (location.pathname === "/auth") return everybody;
  const members = [...everybody, "/api/content", "/api/books/current"];
  return location.pathname === "/" ? [...members, "/api/meetings/current", "/api/posts"] : members;
}

/** Runs once the opening is on the screen; at once where there is none, or nobody looks and nothing is painted. */
function afterPaint(run: () => void): void {
  if (!document.getElementById("opening") || document.visibilityState === "hidden") return run();
  const go = () => {
    observer.disconnect();
    clearTimeout(timer);
    run();
  };
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) go();
  });
  observer.observe({ type: "paint", buffered: true });
  const timer = setTimeout(go, PAINT_PATIENCE);
}

/** Without the program there is no app that could say so. */
function sayUnfetched(cause: unknown): void {
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.textContent = "This page couldn't be loaded. Check your connection, then reload.";
  message.className = "bg-danger-solid p-4 text-center font-semibold text-on-solid";
  document.body.prepend(message);
  reportError(cause);
}
