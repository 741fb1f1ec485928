import { type Season, SEASON_NAMES } from "#contract/season.ts";

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
 * at once. The page in the service worker's store does not say so.
 */
export function isSurelyNobody(): boolean {
  return told("session") === "none";
}

/** Today's season as the server had it; undefined where it wrote none. */
export function seasonToday(): Season | undefined {
  const { season = "" } = document.documentElement.dataset;
  return season in SEASON_NAMES ? (season as Season) : undefined;
}
