import { type Static, type TSchema, Type } from "@sinclair/typebox";

import { isTextRule, textError } from "./text-rule.ts";

/** `errors` lists the invalid fields of a 422 or 409 (DESIGN 2). */
export const ErrorBody = Type.Object({
  message: Type.String(),
  /** `path` is a JSON pointer; empty for the whole body. */
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type ErrorBody = Static<typeof ErrorBody>;

export function findErrorMessage(schema: TSchema, value: unknown): string | null {
  if (isTextRule(schema)) return textError(schema, value);
  const message: unknown = schema["error"];
  return typeof message === "string" ? message : null;
}
