const RETRY_MS = 3000;

/** Loads a non-essential part of the page, retrying until it succeeds, so that being offline doesn't break the page. */
export async function retryImport<T>(fetchPart: () => Promise<T>, retryMs = RETRY_MS): Promise<T> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
