import { Kind, type TUnsafe, Type, TypeRegistry } from "@sinclair/typebox";

import { INVISIBLE_CHARACTERS, invisibleCharacterError } from "./invisible-characters.ts";
import { JSON_BODY_MAX_BYTES } from "./limits.ts";
import { findTextIssue, type TextRule } from "./text-rule.ts";

/** In `error`, # becomes `max`. */
type ErrorMessages = { error?: string; emptyError?: string };
type TextOptions = ErrorMessages & { max: number; required?: boolean };
type ExactTextOptions = ErrorMessages & { min?: number; max: number };

const TEXT_RULE_KIND = "Text";
const LINE_PATTERN = /^[^\p{Cc}\u2028\u2029]*$/u;
const VISIBLE_PATTERN = new RegExp(String.raw`[^\s\p{Cc}${INVISIBLE_CHARACTERS}]`, "u");

// TypeBox counts UTF-16 units, and tests patterns on texts of any length
TypeRegistry.Set<TextRule>(TEXT_RULE_KIND, (rule, value) => findTextIssue(rule, value) === null);

/** One line without control or invisible characters; `pattern` replaces this rule. */
export const LineText = ({ max, required, pattern, ...messages }: TextOptions & { pattern?: RegExp }) =>
  createTextSchema(
    { ...lengthRules(max, required), ...(!pattern && { invisibleError: invisibleCharacterError }), ...messages },
    pattern ?? LINE_PATTERN,
  );

export const LongText = ({ max, required, ...messages }: TextOptions) =>
  createTextSchema({ ...lengthRules(max, required), ...messages }, required ? VISIBLE_PATTERN : undefined);

/** Not trimmed, for passwords, codes and tokens. */
export const ExactText = ({ min = 0, max, ...messages }: ExactTextOptions) =>
  createTextSchema({
    minLength: min,
    maxLength: max,
    isExact: true,
    longError: `Use ${max} characters or fewer`,
    ...messages,
  });

export const LastSeenText = () => ExactText({ max: JSON_BODY_MAX_BYTES });

/** Not trimmed. @param pattern compiled with the flag `u` */
export const PatternText = (pattern: RegExp, { max, ...messages }: ErrorMessages & { max: number }) =>
  createTextSchema({ minLength: 0, maxLength: max, isExact: true, ...messages }, pattern);

function createTextSchema({ error, ...rule }: TextRule, pattern?: RegExp): TUnsafe<string> {
  const message = error !== undefined && { error: error.replace("#", String(rule.maxLength)) };
  const text = { ...rule, ...message, ...(pattern && { pattern: pattern.source }) };
  return Type.Unsafe<string>({ [Kind]: TEXT_RULE_KIND, type: "string", ...text });
}

function lengthRules(max: number, required = false): Pick<TextRule, "minLength" | "maxLength" | "isExact"> {
  return { minLength: required ? 1 : 0, maxLength: max, isExact: false };
}

/** 1000 to 2200, so that dates derived from it are valid. */
export const YEAR = String.raw`(?:1\d{3}|2[01]\d\d|2200)`;

export const ISO_TIME = new RegExp(String.raw`^${YEAR}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`, "u");

export const MONTH = new RegExp(`^${YEAR}-(?:0[1-9]|1[0-2])$`, "u");

/** yyyy-MM */
export const Month = PatternText(MONTH, { max: 7, error: "The month must be like 2026-01" });
