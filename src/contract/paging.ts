import { PatternText } from "./text.ts";

/** Rows per page, as text in a query: 1 to 299. */
export const PageLimit = PatternText(/^(?:[1-9]\d?|[12]\d\d)$/u, { max: 3, error: "A page holds 1 to 299 rows" });

export const PageOffset = PatternText(/^(?:0|[1-9]\d*)$/u, { max: 7, error: "Not a valid offset" });

export const HundredLimit = PatternText(/^(?:[1-9]\d?|100)$/u, { max: 3, error: "A page holds 1 to 100 rows" });
