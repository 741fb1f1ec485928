import type { WineKind } from "#contract/wines.ts";

export const WINE_KINDS: Record<WineKind, string> = {
  red: "Red",
  white: "White",
  rose: "Rosé",
  sparkling: "Sparkling",
  sweet: "Sweet",
  "alcohol-free": "Alcohol-free",
  other: "Something else",
};
