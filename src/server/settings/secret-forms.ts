/** A service may also break or shorten a secret itself. Shorter parts also occur in ordinary text. */
const PLAIN_PART_LENGTH = 8;
/** Six characters of base64 are four of a secret, which a service may break or shorten anywhere. */
const BASE64_PART_LENGTH = 6;

export const MARKS = { plain: 1, base64: 2 } as const;

/** Case is folded. `prefixes` says quickly that no part begins so. */
type PartIndex = { length: number; parts: ReadonlySet<string>; prefixes: Uint8Array };

type SecretForms = { whole: readonly string[]; plainParts: readonly PartIndex[]; base64Parts: readonly PartIndex[] };

export function listSecretForms(secrets: readonly string[]): SecretForms {
  const toHex = (text: string) => Buffer.from(text).toString("hex");
  const joined = secrets.map((secret) => secret.replaceAll(/[\s\p{Cf}]/gu, ""));
  const hex = secrets.map(toHex);
  const base64 = secrets.flatMap(listBase64Forms);
  const whole = [...secrets, ...joined, ...hex, ...base64.map(toHex)].filter((form) => form !== "");
  const twice = [...base64, ...hex].flatMap(listBase64Forms);
  return {
    whole: [...new Set(whole.map(foldCase))],
    plainParts: indexParts(whole, PLAIN_PART_LENGTH).filter(({ length }) => length === PLAIN_PART_LENGTH),
    base64Parts: indexParts([...base64, ...twice], BASE64_PART_LENGTH),
  };
}

/** Keeps the length. */
export const foldCase = (text: string): string => text.replaceAll("\u0130", "i").toLowerCase();

/** Base64 encodes three bytes at a time, so the same bytes look different at each of three offsets. */
function listBase64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
}

/** Shorter forms are parts of their own length. */
function indexParts(forms: readonly string[], maxLength: number): PartIndex[] {
  const byLength = Map.groupBy(new Set(forms.map(foldCase)), (form) => Math.min(form.length, maxLength));
  return [...byLength].map(([length, formsOfLength]) => {
    const parts = new Set<string>();
    for (const form of formsOfLength)
      for (let at = 0; at + length <= form.length; at += 1) parts.add(form.slice(at, at + length));
    const prefixes = new Uint8Array(PREFIX_COUNT);
    for (const part of parts) prefixes[hashPrefix(part, 0)] = 1;
    return { length, parts, prefixes };
  });
}

const PREFIX_COUNT = 1 << 15;

/** Of three characters, which differ in the lowest five bits. */
const hashPrefix = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 31) << 10) | ((text.charCodeAt(at + 1) & 31) << 5) | (text.charCodeAt(at + 2) & 31);

/** Marks what is or may be of a secret with its kind; null without any. @param text case-folded */
export function markSecrets(text: string, forms: SecretForms, isReply: boolean): Uint8Array | null {
  let marks: Uint8Array | null = null;
  const mark = (start: number, length: number, kind: number) => {
    marks ??= new Uint8Array(text.length);
    marks.fill(kind, start, start + length);
  };
  for (const form of forms.whole)
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
      mark(at, form.length, MARKS.plain);
  const markParts = (source: string, index: PartIndex, kind: number) => {
    for (let at = 0; at + index.length <= source.length; at += 1)
      if (index.prefixes[hashPrefix(source, at)] === 1 && index.parts.has(source.slice(at, at + index.length)))
        mark(at, index.length, kind);
  };
  if (isReply) for (const index of forms.plainParts) markParts(text, index, MARKS.plain);
  const base64Text = text.replaceAll("-", "+").replaceAll("_", "/");
  for (const index of forms.base64Parts) markParts(base64Text, index, MARKS.base64);
  return marks;
}
