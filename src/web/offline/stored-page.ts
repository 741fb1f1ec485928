/** The app's page and files, as the service worker stores them. */
export const SHELL_CACHE = "shell";

/** The one page for every address. */
export const PAGE = "/";

/** The next opening asks the network. */
export async function forgetPage(storage: CacheStorage): Promise<void> {
  await (await storage.open(SHELL_CACHE)).delete(PAGE);
}
