import { type Season, SEASON_NAMES } from "#contract/season.ts";

/** A value the server writes into the page's head, to save a call. */
function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}

export const publicDomain = (): string | undefined => metaContent("public-domain");

export const clubName = (): string | undefined => metaContent("application-name");

/** The page was requested without a session cookie. The service worker's stored page doesn't say so. */
export function hasNoSessionCookie(): boolean {
  return metaContent("session") === "none";
}

/** By the server; undefined when the page doesn't say. */
export function seasonFromMeta(): Season | undefined {
  const { season = "" } = document.documentElement.dataset;
  return season in SEASON_NAMES ? (season as Season) : undefined;
}
