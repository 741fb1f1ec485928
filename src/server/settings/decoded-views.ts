/** A text without its escapes. Computes only on demand which characters of the original each character stands for. */
type DecodedView = { text: string; locate: () => Spans };
type Spans = { starts: readonly number[]; ends: readonly number[] };
type Decoder = { pattern: RegExp; decode: (escape: string) => string };

/** A text can be escaped for JSON inside a page; a URL inside a URL counts once. */
const DEPTH_MAX = 2;
/** Anybody may write these texts, also to occupy the server. */
const VIEWS_MAX = 16;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const DECODERS: readonly Decoder[] = [
  {
    pattern: /(?:%(?:25)*[\da-f]{2})+/giu,
    decode: (escapes) => decodeHex(escapes.replaceAll(/%(?:25)+(?=[\da-f]{2})/giu, "%")),
  },
  { pattern: /\+|(?:%[\da-f]{2})+/giu, decode: (escape) => (escape === "+" ? " " : decodeHex(escape)) },
  { pattern: /&(?:amp;)*(?:#x?[\da-f]{1,8}|[a-z]{2,4});?/giu, decode: decodeEntity },
  { pattern: /(?:\\x[\da-f]{2})+|[\\%]u(?:[\da-f]{4}|\{[\da-f]{1,6}\})|\\[0-7]{3}|\\+/giu, decode: decodeBackslash },
  { pattern: /(?:=[\da-f]{2})+|=\s+/giu, decode: decodeHex },
];

/** What divides a text, such as the code on each line of a mail server's reply, or the bytes of a dump. */
const SEPARATORS: readonly Decoder[] = [
  { pattern: /\s\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s)?|\s|\p{Cf}/gu, decode: () => "" },
  { pattern: /0x|[\\%]x?|[\s=:,;-]/giu, decode: () => "" },
];

/** Lists the text and what it may be an escaped form of. @param isJoined adds the texts without separators */
export function listDecodedViews(text: string, isJoined: boolean): DecodedView[] {
  const views: DecodedView[] = [{ text, locate: () => locateEach(text) }];
  const texts = new Set([text]);
  const decodeEach = (from: readonly DecodedView[], decoders: readonly Decoder[]) =>
    from.flatMap((view) =>
      decoders.flatMap((decoder) => {
        if (views.length >= VIEWS_MAX) return [];
        const decodedText = view.text.replaceAll(decoder.pattern, decoder.decode);
        if (texts.has(decodedText)) return [];
        texts.add(decodedText);
        const decodedView = { text: decodedText, locate: () => locateDecoded(view, decoder) };
        views.push(decodedView);
        return [decodedView];
      }),
    );
  let newViews = [...views, ...(isJoined ? decodeEach([...views], SEPARATORS) : [])];
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) newViews = decodeEach(newViews, DECODERS);
  return views;
}

function locateEach({ length }: string): Spans {
  const starts = Array.from({ length }, (_, index) => index);
  return { starts, ends: starts.map((index) => index + 1) };
}

function locateDecoded({ text, locate }: DecodedView, { pattern, decode }: Decoder): Spans {
  const { starts, ends } = locate();
  const spans: { starts: number[]; ends: number[] } = { starts: [], ends: [] };
  const addSpan = (start: number, end: number) => {
    spans.starts.push(starts[start] ?? 0);
    spans.ends.push(ends[end - 1] ?? 0);
  };
  let decodedUntil = 0;
  const copyUntil = (end: number) => {
    for (let index = decodedUntil; index < end; index += 1) addSpan(index, index + 1);
  };
  for (const { 0: escape, index } of text.matchAll(pattern)) {
    copyUntil(index);
    decodedUntil = index + escape.length;
    for (let unit = 0; unit < decode(escape).length; unit += 1) addSpan(index, decodedUntil);
  }
  copyUntil(text.length);
  return spans;
}

function decodeHex(escapes: string): string {
  return Buffer.from(escapes.replaceAll(/[^\da-f]/giu, ""), "hex").toString();
}

function decodeEntity(entity: string): string {
  const name = entity
    .toLowerCase()
    .replace(/^&(?:amp;)*/u, "")
    .replace(";", "");
  if (name === "") return "&";
  if (!name.startsWith("#")) return ENTITIES[name] ?? entity;
  return toCharacter(name.startsWith("#x") ? name.slice(2) : name.slice(1), name.startsWith("#x") ? 16 : 10);
}

function decodeBackslash(escape: string): string {
  if (/^\\x/iu.test(escape)) return decodeHex(escape);
  const digits = escape.replaceAll(/[^\da-f]/giu, "");
  if (digits === "") return escape.slice(0, Math.floor(escape.length / 2));
  return toCharacter(digits, /^.u/iu.test(escape) ? 16 : 8);
}

function toCharacter(digits: string, base: number): string {
  const codePoint = Number.parseInt(digits, base);
  return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : "";
}
