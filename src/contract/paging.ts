import { Type } from "@sinclair/typebox";

import { IdText, IntegerParam } from "./ids.ts";

export const PAGE_MAX = 299;

/** Rows per page: 1 to 299. */
export const PageLimit = IntegerParam(/^(?:[1-9]\d?|[12]\d\d)$/u, { max: 3, error: "A page holds 1 to 299 rows" });

export const PageOffset = IntegerParam(/^(?:0|[1-9]\d*)$/u, { max: 7, error: "Not a valid offset" });

export const HundredLimit = IntegerParam(/^(?:[1-9]\d?|100)$/u, { max: 3, error: "A page holds 1 to 100 rows" });

/** Of a list: `limit` rows, which come after the one with the id `before`. */
export const PageQuery = (limit: typeof PageLimit) =>
  Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(limit) });
