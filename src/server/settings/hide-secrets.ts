import { replaceLineBreaks } from "#contract/text-rule.ts";

/** `isReply` also hides parts of secrets, which our own texts may contain by chance. */
export type HideSecrets = (text: string, isReply?: boolean) => string;

const HIDDEN_TEXT = "(hidden)";

const SECRET_MIN_LENGTH = 4;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** A service may also break or shorten a secret itself. Shorter parts also occur in ordinary text. */
const PLAIN_PART_LENGTH = 8;

/** Six characters of base64 are four of a secret, which a service may break or shorten anywhere. */
const PART_LENGTH = 6;

/** Replaces our secrets in a service's text, which may encode or capitalize them. Call it before shortening. */
export function createHideSecrets(secrets: readonly string[]): HideSecrets {
  let secretCount = -1;
  let pattern: RegExp | null = null;
  let parts = new Map<number, Set<string>>();
  let plainParts = new Set<string>();
  return (text, isReply = false) => {
    if (secrets.length !== secretCount) {
      secretCount = secrets.length;
      const longSecrets = secrets.filter((secret) => secret.length >= SECRET_MIN_LENGTH);
      // the longest first: one may begin with another
      const patterns = longSecrets.toSorted((one, other) => other.length - one.length).map(createEscapePattern);
      pattern = patterns.length === 0 ? null : new RegExp(patterns.join("|"), "giu");
      parts = listBase64Parts(longSecrets);
      plainParts = new Set(longSecrets.flatMap((secret) => listParts(secret.toLowerCase(), PLAIN_PART_LENGTH)));
    }
    if (pattern === null) return text;
    const redacted = text.replaceAll(pattern, HIDDEN_TEXT);
    const withoutParts = isReply ? hidePlainParts(redacted, plainParts) : redacted;
    return withoutParts.replaceAll(/[\w+/-]{4,}=*/g, (word) => (containsPart(word, parts) ? HIDDEN_TEXT : word));
  };
}

/** Base64 encodes three bytes at a time, so the same bytes look different at each of three offsets. */
function listBase64Parts(secrets: readonly string[]): Map<number, Set<string>> {
  const parts = new Map<number, Set<string>>();
  for (const bytes of secrets.map((secret) => Buffer.from(secret)))
    for (const offset of [0, 1, 2]) {
      const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
      const visibleBase64 = encoded
        .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
        .toLowerCase();
      const length = Math.min(PART_LENGTH, visibleBase64.length);
      parts.set(length, new Set([...(parts.get(length) ?? []), ...listParts(visibleBase64, length)]));
    }
  return parts;
}

function listParts(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length));
}

function hidePlainParts(text: string, parts: ReadonlySet<string>): string {
  let output = "";
  let hiddenUntil = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (parts.has(text.slice(at, at + PLAIN_PART_LENGTH).toLowerCase())) {
      if (hiddenUntil < at) output += HIDDEN_TEXT;
      hiddenUntil = at + PLAIN_PART_LENGTH;
    }
    if (at >= hiddenUntil) output += text.charAt(at);
  }
  return output;
}

function containsPart(word: string, parts: Map<number, Set<string>>): boolean {
  const base64 = word.toLowerCase().replaceAll("-", "+").replaceAll("_", "/");
  for (const [length, partsOfLength] of parts)
    for (let at = 0; at + length <= base64.length; at += 1)
      if (partsOfLength.has(base64.slice(at, at + length))) return true;
  return false;
}

function createEscapePattern(secret: string): string {
  return Array.from(secret, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    // a URL inside another one is escaped twice, quoted-printable has =, a dump nothing
    const bytePrefix = String.raw`(?:%(?:25){0,2}|=|\\x)?`;
    const utf8 = Array.from(Buffer.from(character), (byte) => bytePrefix + hex(byte, 2)).join("");
    const utf16 = Array.from(
      { length: character.length },
      (_, at) => String.raw`\\u${hex(character.charCodeAt(at), 4)}`,
    ).join("");
    const entity = ENTITIES[character];
    const escapedForms = [
      String.raw`\\{0,3}${RegExp.escape(character)}`,
      utf8,
      utf16,
      `&#0{0,4}${codePoint};`,
      `&#x0{0,4}${hex(codePoint, 0)};`,
      ...(entity === undefined ? [] : [entity]),
      ...(character === " " ? [String.raw`\+`] : []),
    ];
    return `(?:${escapedForms.join("|")})`;
  }).join("");
}

const hex = (value: number, digitCount: number) => value.toString(16).padStart(digitCount, "0");

export function sanitizeServiceText(text: string, maxLength: number, hideSecrets: HideSecrets): string {
  return hideTokens(hideSecrets(replaceLineBreaks(text), true))
    .trim()
    .slice(0, maxLength);
}

export const hideTokens = (text: string): string =>
  text
    .replaceAll(/([?&#](?:[\w-]+=)?)[\w.%~-]{20,}/g, `$1${HIDDEN_TEXT}`)
    // a JWT, such as those that push services get
    .replaceAll(/\beyJ[\w-]{10,}(?:\.[\w-]+)*/g, HIDDEN_TEXT);
