import { localTime } from "./zoned-time.ts";

export type Season = "winter" | "spring" | "summer" | "fall";

export const SEASON_NAMES: Record<Season, string> = {
  winter: "Winter",
  spring: "Spring",
  summer: "Summer",
  fall: "Fall",
};

/** By SPEC 4's dates, in the club's time zone. */
export function seasonOf(moment: Date, timeZone: string): Season {
  const day = Number(localTime(moment, timeZone).slice(5, 10).replace("-", ""));
  if (day >= 321 && day <= 620) return "spring";
  if (day >= 621 && day <= 922) return "summer";
  if (day >= 923 && day <= 1220) return "fall";
  return "winter";
}
