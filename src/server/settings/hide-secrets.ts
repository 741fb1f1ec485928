export type HideSecrets = (text: string) => string;

export const HIDDEN = "(hidden)";

/** Shorter ones would match ordinary words. */
const MIN_LENGTH = 4;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/**
 * Replaces settings' secrets in text that comes from outside: services echo what they are sent. Also inside base64, as
 * AUTH PLAIN sends them, and escaped as in URLs, JSON, XML. Call it before the text is shortened.
 * @param secrets read at each call, so it may grow
 */
export function createHideSecrets(secrets: readonly string[]): HideSecrets {
  let count = -1;
  let pattern: RegExp | null = null;
  return (text) => {
    if (secrets.length !== count) {
      count = secrets.length;
      pattern = patternOf(secrets.filter((secret) => secret.length >= MIN_LENGTH));
    }
    return pattern === null ? text : text.replaceAll(pattern, HIDDEN);
  };
}

/** The longest first: one may begin with another. */
function patternOf(secrets: readonly string[]): RegExp | null {
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length);
  const parts = longestFirst.flatMap((secret) => [insideBase64(secret), escaped(secret)]);
  return parts.length === 0 ? null : new RegExp(parts.join("|"), "gu");
}

/** Base64 encodes three bytes at a time, so the same bytes look different at each of three offsets. */
function insideBase64(secret: string): string {
  const bytes = Buffer.from(secret);
  const forms = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64url");
    // the characters at the ends have bits of what is around it
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const either = forms.map((form) => form.replaceAll("-", "[+-]").replaceAll("_", "[/_]"));
  return `(?<![\\w+/-])[\\w+/-]*(?:${either.join("|")})[\\w+/-]*=*`;
}

function escaped(secret: string): string {
  return Array.from(secret, (character) => {
    const point = character.codePointAt(0) ?? 0;
    const utf8 = Array.from(Buffer.from(character), (byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`).join(
      "",
    );
    const utf16 = Array.from(
      { length: character.length },
      (_, at) => String.raw`\\u${anyCase(character.charCodeAt(at).toString(16).padStart(4, "0"))}`,
    ).join("");
    const entity = ENTITIES[character];
    const forms = [
      String.raw`\\{0,3}${RegExp.escape(character)}`,
      utf8,
      utf16,
      `&#0*${point};`,
      `&#[xX]0*${anyCase(point.toString(16))};`,
      ...(entity === undefined ? [] : [entity]),
      ...(character === " " ? [String.raw`\+`] : []),
    ];
    return `(?:${forms.join("|")})`;
  }).join("");
}

const anyCase = (hex: string) => hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
