/** The member's latest answers by URL, which pages show first; kept current by the service worker. */
export const ANSWERS_CACHE = "last-answers";

/** At sign-out, when the session has ended, and before another member's. */
export const deleteAnswers = (storage: CacheStorage): Promise<boolean> => storage.delete(ANSWERS_CACHE);
