import { type Static, type TSchema, Type } from "@sinclair/typebox";

import { isTextRule, textError } from "./text-rule.ts";

/** Body of every error answer (DESIGN 2). `errors` names the fields of a 422, and of a 409 about one. */
export const ErrorBody = Type.Object({
  message: Type.String(),
  /** JSON pointer of each field, and what's wrong with it; the pointer is empty for the whole. */
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type ErrorBody = Static<typeof ErrorBody>;

/** A schema's message for a value that it doesn't take, or null. */
export function messageOf(schema: TSchema, value: unknown): string | null {
  if (isTextRule(schema)) return textError(schema, value);
  const message: unknown = schema["error"];
  return typeof message === "string" ? message : null;
}
