import { type Hero, heroes } from "./hero.ts";

/** The widths at which the home page shows each of the two forms of the picture. */
export const NARROW_MEDIA = "(max-width: 640px)";
export const WIDE_SIZES = "(min-width: 72rem) 72rem, 100vw";

/** Asks for the season's picture before the page that shows it has come. */
export function preloadHero(season: keyof typeof heroes): void {
  const hero: Hero = heroes[season];
  const isNarrow = matchMedia(NARROW_MEDIA).matches;
  const link = document.createElement("link");
  link.rel = "preload";
  link.as = "image";
  link.type = "image/webp";
  link.fetchPriority = "high";
  link.imageSrcset = isNarrow ? hero.narrowSet : hero.wideSet;
  link.imageSizes = isNarrow ? "100vw" : WIDE_SIZES;
  document.head.append(link);
}
