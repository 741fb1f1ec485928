import { codePoints, textLength, trimText } from "./text-length.ts";

/** Lengths are those of `textLength`, or in code points if `isExact`. */
export type TextRule = {
  minLength: number;
  maxLength: number;
  /** Used with the flag `u`. Must take linear time; only tested on texts of a valid length. */
  pattern?: string;
  isExact: boolean;
  invisibleError?: (text: string) => string | null;
  error?: string;
  /** For an empty or missing text; `error` by default. */
  emptyError?: string;
  longError?: string;
};

/** For a header or a line of a file, where a line break would inject another one. */
export function replaceLineBreaks(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

export function findTextIssue(rule: TextRule, value: unknown): "empty" | "long" | "wrong" | "invisible" | null {
  if (value === undefined) return "empty";
  if (typeof value !== "string") return "wrong";
  const text = rule.isExact ? value : trimText(value);
  // eight units can be one letter with three accents, so a longer text needn't be counted
  const isTooLong = text.length > 8 * rule.maxLength;
  const length = isTooLong ? Infinity : rule.isExact ? codePoints(text) : textLength(text);
  if (length > rule.maxLength) return "long";
  const isValid = length >= rule.minLength && (rule.pattern === undefined || new RegExp(rule.pattern, "u").test(text));
  if (isValid) return rule.invisibleError?.(text) ? "invisible" : null;
  return length === 0 ? "empty" : "wrong";
}

export function textError(rule: TextRule, value: unknown): string | null {
  const { error, emptyError = error, longError = error } = rule;
  const issue = findTextIssue(rule, value);
  if (issue === "invisible") return rule.invisibleError?.(trimText(String(value))) ?? null;
  return (issue && { empty: emptyError, long: longError, wrong: error }[issue]) ?? null;
}

export function isTextRule(field: object): field is TextRule {
  return "isExact" in field;
}
