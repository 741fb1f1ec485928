import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";
import { codePoints } from "#contract/text-length.ts";

import type { Errors } from "./validate.ts";

/** For a club with a raised minimum; the schema knows only the default. */
export function passwordLengthError(field: string, password: string, minLength: number): Errors {
  if (minLength <= PASSWORD_MIN_LENGTH || codePoints(password) >= minLength) return {};
  return { [field]: `Password must be at least ${minLength} characters` };
}
