import type { WineKind } from "#contract/wines.ts";

export const WINE_KIND_LABELS: Record<WineKind, string> = {
  red: "Red",
  white: "White",
  rose: "Rosé",
  sparkling: "Sparkling",
  sweet: "Sweet",
  "alcohol-free": "Alcohol-free",
  other: "Something else",
};
