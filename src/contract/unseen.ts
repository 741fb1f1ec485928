// apart from text-rule.ts, which visitors load

/** Format and default-ignorable characters, and blank Braille, as part of a pattern's class. */
export const MARKS = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`;
const OTHER_LETTER = "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}]";
/** Invisible, but needed in emoji and in scripts such as Persian. Each looks back a few characters at most. */
const JOINER = [
  // emoji and text of the same character; digits are emoji in front of a keycap alone
  "(?<=(?![\\d#*])\\p{Emoji})[\\uFE0E\\uFE0F]",
  "(?<=[\\d#*])\\uFE0F(?=\\u20E3)",
  // how names are written in Japan, and letters in Mongolian and Malayalam
  "(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
  "(?<=\\p{Script=Mongolian})[\\u180B-\\u180F]",
  "(?<=\\u0D4D)\\u200D",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  // flags of countries without a code, such as England's
  "(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,9})[\\u{E0020}-\\u{E007F}]",
  `(?<=${OTHER_LETTER})[\\u200C\\u200D](?=${OTHER_LETTER})`,
].join("|");
/** One invisible character. */
const UNSEEN = new RegExp(`(?!${JOINER})[${MARKS}]`, "u");

const MARK = new RegExp(`[${MARKS}]`, "gu");

/** Also without those that emoji and scripts need: for comparing, not for showing. */
export function stripMarks(text: string): string {
  return text.replaceAll(MARK, "");
}

/** Text from elsewhere as a line that a field takes. */
export function toLine(text: string): string {
  const seen = text.replaceAll(new RegExp(UNSEEN, "gu"), "");
  return seen.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
}

const CONTEXT_LENGTH = 12;

/** The message about the first invisible character of a text; null without one. */
export function unseenError(text: string): string | null {
  const found = UNSEEN.exec(text);
  if (!found) return null;
  const before = Array.from(text.slice(0, found.index)).slice(-CONTEXT_LENGTH).join("");
  const place = before === "" ? "at the beginning" : `after “${before}”`;
  return `There's an invisible character ${place}. Delete it, or type the text again.`;
}
