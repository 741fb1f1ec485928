import { PatternText } from "./text.ts";

/** The years that are accepted, as part of a pattern: 1000 to 2200. Later ones leave no room for dates made of them. */
export const YEAR = String.raw`(?:1\d{3}|2[01]\d\d|2200)`;

/** An ISO-8601 time as answers have it. */
export const ISO_TIME = new RegExp(String.raw`^${YEAR}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`, "u");

/** yyyy-MM */
export const MONTH = new RegExp(`^${YEAR}-(?:0[1-9]|1[0-2])$`, "u");

/** yyyy-MM in the club's time zone. */
export const Month = PatternText(MONTH, { max: 7, error: "The month must be like 2026-01" });
