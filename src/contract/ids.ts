import { Type } from "@sinclair/typebox";

import { PatternText } from "./text.ts";

/** Text, because `Numeric` would accept 0x10 and 1e3. */
export const IdText = PatternText(/^[1-9]\d*$/u, { max: 10, error: "Not a valid id" });

export const Id = (error: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, error });

export const IdParams = Type.Object({ id: IdText });
