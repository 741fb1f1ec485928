import type { Season } from "#contract/season.ts";

import { heroes, NARROW_MEDIA } from "./hero.ts";

export const PHONE_SIZES = "calc(100vw - 2rem)";
export const WIDE_SIZES = "(min-width: 72rem) 72rem, 100vw";

/** What the pictures show. */
export const PICTURES: Record<Season, string> = {
  winter: "A mouse with round spectacles reads in a green wing chair by the fire, a glass of red wine beside it",
  spring: "A mouse with round spectacles reads in the spring sun, a glass of white wine beside it",
  summer:
    "A mouse with round spectacles and a straw hat reads in a deck chair by the sea, a glass of white wine beside it",
  fall: "A mouse with round spectacles reads in the autumn light, a glass of wine beside it",
};

/** Before the page that shows it is there: on a slow line and phone a second earlier. */
export function fetchHero(season: Season): void {
  const isNarrow = matchMedia(NARROW_MEDIA).matches;
  const { phoneSet, wideSet } = heroes[season];
  const picture = new Image();
  picture.sizes = isNarrow ? PHONE_SIZES : WIDE_SIZES;
  picture.srcset = isNarrow ? phoneSet : wideSet;
}
