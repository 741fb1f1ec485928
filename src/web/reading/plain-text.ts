/** Text to compare by, and for each of its characters where it comes from. */
type PlainText = { plain: string; from: Uint32Array };

const HYPHEN = /^[-\u2010\u2011]$/;
const WORD_END = /[\p{L}\p{N}]$/u;
/** Marks on letters, and characters that nobody sees, such as soft hyphens. */
const UNSEEN = /^[\p{M}\p{Cf}]$/u;
const APOSTROPHE = /^[\p{Pi}\p{Pf}'"`\u201A\u201E\u2032\u2033]$/u;
const BETWEEN = /^[\p{P}\s]$/u;

/**
 * As people type what they read: lower case, without accents, quotes and punctuation, and with words whole that a line's
 * end or a hyphen divides.
 */
export function normalizeForSearch(text: string): PlainText {
  const from = new Uint32Array(2 * text.length + 16);
  let plain = "";
  let isApart = true;
  const put = (letters: string, at: number) => {
    for (let index = 0; index < letters.length && plain.length + index < from.length; index += 1)
      from[plain.length + index] = at;
    plain += letters;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const start = at;
    at += letter.length - 1;
    if (/^[a-z0-9]$/.test(letter)) {
      put(letter, start);
      isApart = false;
    } else if (UNSEEN.test(letter) || APOSTROPHE.test(letter)) {
      // nothing to compare
    } else if (isHyphen(letter, plain, text[at + 1], isApart)) {
      while (/\s/.test(text[at + 1] ?? "")) at += 1;
    } else if (BETWEEN.test(letter)) {
      if (!isApart) put(" ", start);
      isApart = true;
    } else {
      put(letter.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase(), start);
      isApart = false;
    }
  }
  return { plain, from };
}

/** One between letters, or at a line's end; two are a dash. */
function isHyphen(letter: string, before: string, next: string | undefined, isApart: boolean): boolean {
  return !isApart && HYPHEN.test(letter) && WORD_END.test(before.slice(-2)) && !HYPHEN.test(next ?? "");
}
