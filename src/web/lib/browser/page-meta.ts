import { type Season, SEASON_NAMES } from "#contract/season.ts";

/** A value that the server writes into the page's head to save a call. */
function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}

export const publicDomain = (): string | undefined => metaContent("public-domain");

export const clubName = (): string | undefined => metaContent("application-name");

/** True if the page was requested without a session cookie. The service worker's cached page doesn't have it. */
export function hasNoSessionCookie(): boolean {
  return metaContent("session") === "none";
}

/** The server's season; undefined if the page has none. */
export function seasonFromMeta(): Season | undefined {
  const { season = "" } = document.documentElement.dataset;
  return season in SEASON_NAMES ? (season as Season) : undefined;
}
