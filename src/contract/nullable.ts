import { type TSchema, Type } from "@sinclair/typebox";

/** The schema's error message applies to the whole: a union has none of its own. */
export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], "error" in schema ? { error: schema["error"] } : {});
