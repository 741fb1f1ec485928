import { Flower2, Leaf, type LucideProps, Snowflake, Sun, Wine } from "lucide-react";

import type { Season } from "#contract/season.ts";

const ICONS = { spring: Flower2, summer: Sun, fall: Leaf, winter: Snowflake };

/** The season's picture sign; the club's glass while the season is not known. */
export function SeasonIcon({ season, ...rest }: LucideProps & { season: Season | undefined }) {
  const Icon = season ? ICONS[season] : Wine;
  return <Icon aria-hidden="true" {...rest} />;
}
