import { Type } from "@sinclair/typebox";

import { PatternText } from "./text.ts";
import { Integer } from "./typebox.ts";

/** `Type.Numeric` would accept 0x10 and 1e3. */
export const IntegerParam = (...rule: Parameters<typeof PatternText>) =>
  Type.Unsafe<number>(
    Type.Transform(PatternText(...rule))
      .Decode(Number)
      .Encode(String),
  );

export const IdText = IntegerParam(/^[1-9]\d*$/u, { max: 10, error: "Not a valid id" });

export const Id = (error: string) => Integer(1, Number.MAX_SAFE_INTEGER, error);

export const IdParams = Type.Object({ id: IdText });

export const BookQuery = Type.Object({ bookId: IdText });

/** An idempotency key: a repeated request creates nothing. */
export const SendKey = Type.Optional(PatternText(/^[\w-]{16,64}$/u, { max: 64, error: "Not a valid key" }));

export const PAGE_MAX = 299;

export const PageLimit = IntegerParam(/^(?:[1-9]\d?|[12]\d\d)$/u, { max: 3, error: "A page holds 1 to 299 rows" });

export const PageOffset = IntegerParam(/^(?:0|[1-9]\d*)$/u, { max: 7, error: "Not a valid offset" });

export const PageLimit100 = IntegerParam(/^(?:[1-9]\d?|100)$/u, { max: 3, error: "A page holds 1 to 100 rows" });

/** Rows after the one with the id `before`. */
export const PageQuery = (limit: typeof PageLimit) =>
  Type.Object({ before: Type.Optional(IdText), limit: Type.Optional(limit) });
