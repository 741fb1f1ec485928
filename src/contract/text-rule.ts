import { codePoints, trimText } from "./text-length.ts";

/** What a text field takes. Its length is in code points, without the space around a text that isn't exact. */
export type TextRule = {
  minLength: number;
  maxLength: number;
  /** Compiled with the flag `u`. Takes linear time, and runs only on a text of the right length. */
  pattern?: string;
  /** Taken as typed, with the space around it. */
  isExact: boolean;
  /** The message about an invisible character in a text; null without one. */
  unseenError?: (text: string) => string | null;
  error?: string;
  /** For an empty or missing text; without one, `error`. */
  emptyError?: string;
  /** For a text that is too long; without one, `error`. */
  longError?: string;
};

/** Without line breaks and control characters, for a header or one line of a file, where a break would inject another. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** What's wrong with a value, or null: its type, then its length, then its characters. */
export function findTextIssue(rule: TextRule, value: unknown): "empty" | "long" | "wrong" | "unseen" | null {
  if (value === undefined) return "empty";
  if (typeof value !== "string") return "wrong";
  const text = rule.isExact ? value : trimText(value);
  // a code point takes at most two units, so what is longer needn't be counted
  const length = text.length > 2 * rule.maxLength ? Infinity : codePoints(text);
  if (length > rule.maxLength) return "long";
  const isRight = length >= rule.minLength && (rule.pattern === undefined || compiled(rule.pattern).test(text));
  if (isRight) return rule.unseenError?.(text) ? "unseen" : null;
  return length === 0 ? "empty" : "wrong";
}

/** The message of a text field for a value that it doesn't take; null when it has none. */
export function textError(rule: TextRule, value: unknown): string | null {
  const { error, emptyError = error, longError = error } = rule;
  const issue = findTextIssue(rule, value);
  if (issue === "unseen") return rule.unseenError?.(trimText(String(value))) ?? null;
  return (issue && { empty: emptyError, long: longError, wrong: error }[issue]) ?? null;
}

/** Whether a field of a schema is one of this contract's texts. */
export function isTextRule(field: object): field is TextRule {
  return "isExact" in field;
}

const patterns = new Map<string, RegExp>();

function compiled(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source, "u");
  patterns.set(source, pattern);
  return pattern;
}
