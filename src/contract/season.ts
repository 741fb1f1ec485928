export type Season = "winter" | "spring" | "summer" | "fall";

export const SEASON_NAMES: Record<Season, string> = {
  winter: "Winter",
  spring: "Spring",
  summer: "Summer",
  fall: "Fall",
};

/** By SPEC 4's dates, in the club's time zone. */
export function seasonOf(moment: Date, timeZone: string): Season {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, month: "numeric", day: "numeric" }).formatToParts(moment);
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const day = number("month") * 100 + number("day");
  if (day >= 321 && day <= 620) return "spring";
  if (day >= 621 && day <= 922) return "summer";
  if (day >= 923 && day <= 1220) return "fall";
  return "winter";
}
