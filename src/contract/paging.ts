import { Type } from "@sinclair/typebox";

/** Rows per page, as text in a query: 1 to 299. */
export const PageLimit = Type.RegExp(/^(?:[1-9]\d?|[12]\d\d)$/, { error: "A page holds 1 to 299 rows" });

export const PageOffset = Type.RegExp(/^(?:0|[1-9]\d{0,6})$/, { error: "Not a valid offset" });

export const HundredLimit = Type.RegExp(/^(?:[1-9]\d?|100)$/, { error: "A page holds 1 to 100 rows" });
