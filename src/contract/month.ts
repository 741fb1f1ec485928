import { MONTH } from "./date-patterns.ts";
import { PatternText } from "./text.ts";

/** yyyy-MM in the club's time zone. */
export const Month = PatternText(MONTH, { max: 7, error: "The month must be like 2026-01" });

/** The month `by` months after `month`; both yyyy-MM. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
