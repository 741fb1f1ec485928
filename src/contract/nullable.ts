import { type TSchema, Type } from "@sinclair/typebox";

/** A schema, or null. The sentence of the schema stands for both: a union has none of its own. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], "error" in schema ? { error: schema["error"] } : {});
