/** What the server writes into the page's head, so that nobody waits for a call to learn it; undefined where it is not told. */
function told(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}

/** The host that the club is known by in public (SPEC 7). */
export const publicDomain = (): string | undefined => told("public-domain");

/** The club's own name. */
export const clubName = (): string | undefined => told("application-name");

/**
 * True when the page was asked for without a session cookie: there is nobody to check for, and strangers get the form
 * at once. A page out of a service worker's store may be older than the sign-in.
 */
export function isSurelyNobody(): boolean {
  return told("session") === "none" && !navigator.serviceWorker?.controller;
}
