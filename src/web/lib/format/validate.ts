import type { TObject } from "@sinclair/typebox";

import { findTextIssue, isTextRule, textError } from "#contract/text-rule.ts";

export type Errors = Record<string, string>;

/** Validates text fields, as the server does. TypeBox's checker would add 14 KB. */
export function validate(schema: TObject, values: Record<string, string>): Errors {
  const errors: Errors = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = values[name];
    if (value === undefined || !isTextRule(field) || findTextIssue(field, value) === null) continue;
    errors[name] = textError(field, value) ?? "This isn't valid";
  }
  return errors;
}
