import { type TProperties, Type } from "@sinclair/typebox";

/** Refuses fields that it doesn't know. */
export const StrictObject = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
