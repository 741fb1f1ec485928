/** Milliseconds between two tries. */
const RETRY_MS = 3000;

/**
 * Fetches a part of the page beside what the page is for. A part that does not come, offline for one, must not take the
 * page along: it is tried again until it is there.
 */
export async function untilFetched<T>(fetchPart: () => Promise<T>, retryMs = RETRY_MS): Promise<T> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
