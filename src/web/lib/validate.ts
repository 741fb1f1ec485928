import type { TObject, TSchema } from "@sinclair/typebox";

export type Errors = Record<string, string>;

/** Validates length and pattern, all that text fields use. TypeBox's checker would add 14 KB. */
export function validate(schema: TObject, values: Record<string, string>): Errors {
  const errors: Errors = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = values[name];
    if (value === undefined) continue;
    const error = fieldError(field, value);
    if (error) errors[name] = error;
  }
  return errors;
}

function fieldError(field: TSchema, value: string): string | undefined {
  if (value === "" && field["emptyError"]) return String(field["emptyError"]);
  const tooShort = value.length < (field["minLength"] ?? 0);
  const tooLong = value.length > (field["maxLength"] ?? Infinity);
  const wrong = field["source"] !== undefined && !new RegExp(field["source"], field["flags"]).test(value);
  return tooShort || tooLong || wrong ? String(field["error"] ?? "This isn't valid") : undefined;
}
