import { Type } from "@sinclair/typebox";

/** Text, because `Numeric` would accept 0x10 and 1e3. */
export const IdText = Type.RegExp(/^[1-9]\d{0,9}$/, { error: "Not a valid id" });

export const Id = (error: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, error });

export const IdParams = Type.Object({ id: IdText });
