import { Type } from "@sinclair/typebox";

/** An id in a path or a query, as text: `Numeric` would read 0x10 and 1e3 as numbers. */
export const IdText = Type.RegExp(/^[1-9]\d{0,9}$/, { error: "Not a valid id" });

/** An id in a body. */
export const Id = (error: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, error });

/** A path that ends in an id. */
export const IdParams = Type.Object({ id: IdText });
