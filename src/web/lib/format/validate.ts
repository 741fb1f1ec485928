import type { TObject } from "@sinclair/typebox";

import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";
import { codePoints, textLength } from "#contract/text-length.ts";
import { findTextIssue, isTextRule, textError } from "#contract/text-rule.ts";

export type FieldErrors = Record<string, string>;

/** TypeBox's checker would add 14 KB. */
export function validate(schema: TObject, values: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = values[name];
    if (value === undefined || !isTextRule(field) || findTextIssue(field, value) === null) continue;
    errors[name] = textError(field, value) ?? "This isn't valid";
  }
  return errors;
}

export function passwordLengthError(field: string, password: string, minLength: number): FieldErrors {
  if (minLength <= PASSWORD_MIN_LENGTH || codePoints(password) >= minLength) return {};
  return { [field]: `Password must be at least ${minLength} characters` };
}

export function lengthError(text: unknown, max = Number.POSITIVE_INFINITY): string {
  if (typeof text !== "string" || text.length <= max) return "";
  const excess = textLength(text) - max;
  if (excess <= 0) return "";
  const characters = excess === 1 ? "character" : "characters";
  return `${excess.toLocaleString("en")} ${characters} too many. The limit is ${max.toLocaleString("en")}.`;
}
