// not in text-rule.ts, which visitors load

import { TITLE_MAX_LENGTH } from "./limits.ts";
import { truncateText } from "./text-length.ts";

/** Invisible characters, for a character class. */
export const INVISIBLE_CHARACTERS = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`;
const OTHER_LETTER = "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}]";
/** Invisible, but required in emoji and some scripts. Each looks back only a few characters. */
const JOINER_PATTERN = [
  // emoji variants; digits are emoji only before a keycap
  "(?<=(?![\\d#*])\\p{Emoji})[\\uFE0E\\uFE0F]",
  "(?<=[\\d#*])\\uFE0F(?=\\u20E3)",
  // variants of letters in Japanese names, in Mongolian and in Malayalam
  "(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
  "(?<=\\p{Script=Mongolian})[\\u180B-\\u180F]",
  "(?<=\\u0D4D)\\u200D",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  // flags of regions without a country code, such as England
  "(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,9})[\\u{E0020}-\\u{E007F}]",
  `(?<=${OTHER_LETTER})[\\u200C\\u200D](?=${OTHER_LETTER})`,
].join("|");
const REJECTED_CHARACTER = new RegExp(`(?!${JOINER_PATTERN})[${INVISIBLE_CHARACTERS}]`, "u");

const INVISIBLE_CHARACTER = new RegExp(`[${INVISIBLE_CHARACTERS}]`, "gu");

/** Also removes those that emoji and scripts require. For comparisons only. */
export function stripInvisibleCharacters(text: string): string {
  return text.replaceAll(INVISIBLE_CHARACTER, "");
}

/** Converts a foreign text to a valid line. */
export function toSingleLine(text: string): string {
  const visibleText = text.replaceAll(new RegExp(REJECTED_CHARACTER, "gu"), "");
  return visibleText.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();
}

/** Converts an external title, name or tag to a valid value of a book's field. */
export function toTitle(text: string): string {
  return truncateText(toSingleLine(text), TITLE_MAX_LENGTH);
}

const CONTEXT_LENGTH = 12;

export function invisibleCharacterError(text: string): string | null {
  const rejectedMatch = REJECTED_CHARACTER.exec(text);
  if (!rejectedMatch) return null;
  const textBefore = Array.from(text.slice(0, rejectedMatch.index)).slice(-CONTEXT_LENGTH).join("");
  const place = textBefore === "" ? "at the beginning" : `after “${textBefore}”`;
  return `There's an invisible character ${place}. Delete it, or type the text again.`;
}
