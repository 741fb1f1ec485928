import { codePoints, trimText } from "./text-length.ts";

/** What a text field takes. Its length is in code points, without the space around a text that isn't exact. */
export type TextRule = {
  minLength: number;
  maxLength: number;
  /** Compiled with the flag `u`. Takes linear time, and runs only on a text of the right length. */
  pattern?: string;
  /** Taken as typed, with the space around it. */
  isExact: boolean;
  /** Takes no invisible characters. */
  isSeen?: boolean;
  error?: string;
  /** For an empty or missing text; without one, `error`. */
  emptyError?: string;
  /** For a text that is too long; without one, `error`. */
  longError?: string;
};

const PLACE_LENGTH = 12;

/** Format and default-ignorable characters, and blank Braille. */
const MARKS = "[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]";
const OTHER_LETTER = "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}]";
/** Invisible, but needed in emoji and in scripts such as Persian. Each looks back a few characters at most. */
const JOINER = [
  "(?<=\\p{Emoji})\\uFE0F",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  // flags of countries without a code, such as England's
  "(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,9})[\\u{E0020}-\\u{E007F}]",
  `(?<=${OTHER_LETTER})[\\u200C\\u200D](?=${OTHER_LETTER})`,
].join("|");
const UNSEEN = new RegExp(`(?!${JOINER})${MARKS}`, "u");

/** Text from elsewhere as a line that a field takes. */
export function toLine(text: string): string {
  const seen = text.replaceAll(new RegExp(UNSEEN, "gu"), "");
  return seen.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
}

/** Without line breaks and control characters, for a header or one line of a file, where a break would inject another. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** What's wrong with a value, or null: its type, then its length, then its characters. */
export function textFault(rule: TextRule, value: unknown): "empty" | "long" | "wrong" | "unseen" | null {
  if (value === undefined) return "empty";
  if (typeof value !== "string") return "wrong";
  const text = rule.isExact ? value : trimText(value);
  // a code point takes at most two units, so what is longer needn't be counted
  const length = text.length > 2 * rule.maxLength ? Infinity : codePoints(text);
  if (length > rule.maxLength) return "long";
  const isRight = length >= rule.minLength && (rule.pattern === undefined || compiled(rule.pattern).test(text));
  if (isRight) return rule.isSeen && UNSEEN.test(text) ? "unseen" : null;
  return length === 0 ? "empty" : "wrong";
}

/** The message of a text field for a value that it doesn't take; null when it has none. */
export function textError(rule: TextRule, value: unknown): string | null {
  const { error, emptyError = error, longError = error } = rule;
  const fault = textFault(rule, value);
  if (fault === "unseen") return unseenError(trimText(String(value)));
  return (fault && { empty: emptyError, long: longError, wrong: error }[fault]) ?? null;
}

/** Says where it is: nobody sees it. */
function unseenError(text: string): string {
  const before = Array.from(text.slice(0, UNSEEN.exec(text)?.index))
    .slice(-PLACE_LENGTH)
    .join("");
  const place = before === "" ? "at the beginning" : `after “${before}”`;
  return `There's an invisible character ${place}. Delete it, or type the text again.`;
}

/** Whether a field of a schema is one of this contract's texts. */
export function isTextRule(field: object): field is TextRule {
  return "isExact" in field;
}

const patterns = new Map<string, RegExp>();

function compiled(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, "u");
  patterns.set(source, known);
  return known;
}
