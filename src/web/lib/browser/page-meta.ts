import { type Season, SEASON_NAMES } from "#contract/season.ts";

function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}

export const publicDomain = (): string | undefined => metaContent("public-domain");

export const clubName = (): string | undefined => metaContent("application-name");

/** False on the service worker's page, which doesn't have the tag. */
export function hasNoSessionCookie(): boolean {
  return metaContent("session") === "none";
}

export function seasonFromMeta(): Season | undefined {
  const { season = "" } = document.documentElement.dataset;
  return season in SEASON_NAMES ? (season as Season) : undefined;
}
