import { normalizeText } from "#contract/normalize-text.ts";

/** `offsets` are those of the characters in the original. */
type PlainText = { plain: string; offsets: readonly number[] };

const HYPHEN = /^[-\u2010\u2011]$/;
const WORD_END = /[\p{L}\p{N}]$/u;
/** Combining marks and invisible characters, such as soft hyphens. */
const INVISIBLE = /^[\p{M}\p{Cf}]$/u;
const APOSTROPHE = /^[\p{Pi}\p{Pf}'"`\u201A\u201E\u2032\u2033]$/u;
const SEPARATOR = /^[\p{P}\s]$/u;

/** Normalizes text like typed text: lower case, without accents, quotes and punctuation. */
export function normalizeForSearch(text: string): PlainText {
  const offsets: number[] = [];
  let plain = "";
  let isApart = true;
  const append = (letters: string, at: number) => {
    for (let index = 0; index < letters.length; index += 1) offsets.push(at);
    plain += letters;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const start = at;
    at += letter.length - 1;
    if (INVISIBLE.test(letter) || APOSTROPHE.test(letter)) {
      // Dropped.
    } else if (isHyphen(letter, plain, text[at + 1], isApart)) {
      while (/\s/.test(text[at + 1] ?? "")) at += 1;
    } else if (SEPARATOR.test(letter)) {
      if (!isApart) append(" ", start);
      isApart = true;
    } else {
      append(normalizeText(letter, "NFKD").replaceAll(/\p{M}/gu, "").toLowerCase(), start);
      isApart = false;
    }
  }
  return { plain, offsets };
}

/** True for a hyphen inside a word or at a line's end; two hyphens are a dash. */
function isHyphen(letter: string, before: string, next: string | undefined, isApart: boolean): boolean {
  return !isApart && HYPHEN.test(letter) && WORD_END.test(before.slice(-2)) && !HYPHEN.test(next ?? "");
}
