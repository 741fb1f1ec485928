import { Kind, type TUnsafe, Type, TypeRegistry } from "@sinclair/typebox";

import { INVISIBLE_CHARACTERS, invisibleCharacterError } from "./invisible-characters.ts";
import { JSON_BODY_MAX_BYTES } from "./limits.ts";
import { findTextIssue, type TextRule } from "./text-rule.ts";

type Messages = { error?: string; emptyError?: string };
type Written = Messages & { max: number; required?: boolean };
type Exact = Messages & { min?: number; max: number };

const KIND = "Text";
const LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const VISIBLE = new RegExp(String.raw`[^\s\p{Cc}${INVISIBLE_CHARACTERS}]`, "u");

// TypeBox counts UTF-16 units, and tests patterns on texts of any length
TypeRegistry.Set<TextRule>(KIND, (rule, value) => findTextIssue(rule, value) === null);

/** One line without control or invisible characters; `pattern` replaces this rule. */
export const LineText = ({ max, required, pattern, ...messages }: Written & { pattern?: RegExp }) =>
  create(
    { ...lengths(max, required), ...(!pattern && { invisibleError: invisibleCharacterError }), ...messages },
    pattern ?? LINE,
  );

export const LongText = ({ max, required, ...messages }: Written) =>
  create({ ...lengths(max, required), ...messages }, required ? VISIBLE : undefined);

/** Not trimmed, for passwords, codes and tokens. */
export const ExactText = ({ min = 0, max, ...messages }: Exact) =>
  create({ minLength: min, maxLength: max, isExact: true, longError: `Use ${max} characters or fewer`, ...messages });

export const LastSeenText = () => ExactText({ max: JSON_BODY_MAX_BYTES });

/** Not trimmed. @param pattern compiled with the flag `u` */
export const PatternText = (pattern: RegExp, { max, ...messages }: Messages & { max: number }) =>
  create({ minLength: 0, maxLength: max, isExact: true, ...messages }, pattern);

function create(rule: TextRule, pattern?: RegExp): TUnsafe<string> {
  const text = { ...rule, ...(pattern && { pattern: pattern.source }) };
  return Type.Unsafe<string>({ [Kind]: KIND, type: "string", ...text });
}

function lengths(max: number, required = false): Pick<TextRule, "minLength" | "maxLength" | "isExact"> {
  return { minLength: required ? 1 : 0, maxLength: max, isExact: false };
}

/** 1000 to 2200, so that dates derived from it are valid. */
export const YEAR = String.raw`(?:1\d{3}|2[01]\d\d|2200)`;

export const ISO_TIME = new RegExp(String.raw`^${YEAR}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`, "u");

export const MONTH = new RegExp(`^${YEAR}-(?:0[1-9]|1[0-2])$`, "u");

/** yyyy-MM */
export const Month = PatternText(MONTH, { max: 7, error: "The month must be like 2026-01" });
