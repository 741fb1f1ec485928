import { logProblem } from "#web/lib/log.ts";

/** Lets the app open without the network. A browser without service workers, and the development server, go without. */
export function registerWorker(): void {
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch((error: unknown) => logProblem("No offline use", error));
}
