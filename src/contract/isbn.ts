import { normalizeText } from "./normalize-text.ts";

const DIGIT = "[\\d\\uFF10-\\uFF19\\u0660-\\u0669\\u06F0-\\u06F9]";
const SEPARATORS = "[\\s\\p{Cf}\\p{Pd}\\p{Pi}\\p{Pf}\\u2212.,:;·=#№()<>\"'„]{0,60}";
const LABEL = `(?:[Uu][Rr][Nn]:|[Ee]-?)?[Ii][Ss][Bb][Nn](?:${SEPARATORS}1[03](?!${DIGIT}))?`;

/** As people paste it: with a label, punctuation, invisible characters, wide digits or an edition. */
export const ISBN_AS_TYPED = new RegExp(
  `^${SEPARATORS}(?:${LABEL})?(?:(?:${SEPARATORS}${DIGIT}){9}${SEPARATORS}(?:${DIGIT}|[Xx\\uFF38\\uFF58])|(?:${SEPARATORS}${DIGIT}){13})?(?:\\s{1,9}\\([\\p{L}\\s.-]{1,30}\\))?${SEPARATORS}$`,
  "u",
);
export const ISBN_TYPED_MAX_LENGTH = 60;

const PREFIX = new RegExp(`^${SEPARATORS}(?:${LABEL})?`, "u");

/** The digits, of which the last may be X; empty without any, null if it isn't an ISBN. */
export function normalizeIsbn(text: string): string | null {
  if (text.length > 10 * ISBN_TYPED_MAX_LENGTH || !ISBN_AS_TYPED.test(text)) return null;
  return normalizeText(text.replace(PREFIX, "").replace(/\(\p{L}[^()]*\)/u, ""), "NFKC")
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[^\dX]/gi, "")
    .toUpperCase();
}

/** Null if the check digit is wrong. Tables of publishers' ranges aren't used, because they grow old. */
export function toIsbn13(digits: string): string | null {
  if (digits.length === 13) return /^97[89]/.test(digits) && checkDigit(digits) === digits.at(-1) ? digits : null;
  const sum = Array.from(digits).reduce((acc, digit, at) => acc + (10 - at) * (digit === "X" ? 10 : Number(digit)), 0);
  if (digits.length !== 10 || sum % 11 !== 0) return null;
  const start = `978${digits.slice(0, 9)}`;
  return start + checkDigit(start);
}

function checkDigit(digits: string): string {
  const sum = Array.from(digits.slice(0, 12)).reduce(
    (all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}
