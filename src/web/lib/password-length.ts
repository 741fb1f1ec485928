import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";

import type { Errors } from "./validate.ts";

/** The sentence for a password that is shorter than the club's raised minimum; the schema knows only the usual one. */
export function passwordLengthError(field: string, password: string, minLength: number): Errors {
  if (minLength <= PASSWORD_MIN_LENGTH || password.length >= minLength) return {};
  return { [field]: `Password must be at least ${minLength} characters` };
}
