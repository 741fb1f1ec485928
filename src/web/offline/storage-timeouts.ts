import { withTimeout } from "#web/lib/browser/retry.ts";

// Separate from response-cache.ts, which visitors load, too.

export const READ_TIMEOUT_MS = 5000;
/** Storing a large response takes as long as receiving it. */
export const STORE_TIMEOUT_MS = 10_000;

/** Some browsers' storage never responds. @throws Error after a time */
export const readWithTimeout = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(READ_TIMEOUT_MS, work, "The browser's storage doesn't respond");
export const storeWithTimeout = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(STORE_TIMEOUT_MS, work, "The browser's storage doesn't respond");

/** Undefined also if the browser's storage fails or never responds. */
export async function findCached(request: Request | string, cacheName: string): Promise<Response | undefined> {
  try {
    return await readWithTimeout(caches.match(request, { cacheName }));
  } catch {
    return undefined;
  }
}
