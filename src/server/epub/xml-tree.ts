import { decodeHTMLStrict } from "entities";
import { SaxesParser } from "saxes";

/** Contents of 20,000 lines have 80,000. */
const ELEMENTS_MAX = 150_000;
const DEPTH_MAX = 500;

/** Names are in lower case and without prefix, because programs write `navpoint`, `NAV` and `x:a`. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string | undefined>;
  children: (XmlElement | string)[];
};

/**
 * Decodes by byte order mark, XML declaration, UTF-8 (with some damage), `meta` or `@charset`, or like browsers do with
 * old pages.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return new TextDecoder("utf-16le").decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return new TextDecoder("utf-16be").decode(bytes);
  const beginning = Buffer.from(bytes.subarray(0, 2048)).toString("latin1");
  const xmlEncoding = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1];
  const metaCharset = /<meta[^>]{1,200}charset\s{0,9}=[\s"']{0,9}([\w.:-]+)|^@charset\s+["']([\w.:-]+)/i.exec(
    beginning,
  );
  const isLegacyEncoding = xmlEncoding !== undefined && !/^utf-?(?:8|16)$/i.test(xmlEncoding);
  const utf8 = new TextDecoder().decode(bytes);
  if (!isLegacyEncoding && isMostlyDecoded(utf8)) return utf8;
  const encodings = [isLegacyEncoding ? xmlEncoding : "", metaCharset?.[1] ?? metaCharset?.[2] ?? "", "windows-1252"];
  for (const encoding of encodings) {
    const text = /^$|^utf-?16/i.test(encoding) ? null : decodeAs(bytes, encoding);
    if (text !== null) return text;
  }
  return utf8;
}

function isMostlyDecoded(utf8: string): boolean {
  const replacementCount = utf8.split("\uFFFD").length - 1;
  return replacementCount === 0 || [...utf8.matchAll(/[^\0-\x7F\uFFFD]/gu)].length > replacementCount;
}

/** Null for an unknown encoding, and for bytes that aren't in it. */
function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const XML_ENTITIES = new Set(["lt", "gt", "amp", "quot", "apos"]);

/** `&nbsp;` and others come from XHTML's DTD, which isn't loaded. */
export function numberEntities(text: string): string {
  return text.replaceAll(/&([A-Za-z][A-Za-z0-9]{1,31});/g, (whole, name: string) => {
    if (XML_ENTITIES.has(name)) return whole;
    const decoded = decodeHTMLStrict(whole);
    return decoded === whole ? whole : [...decoded].map((char) => `&#${char.codePointAt(0)};`).join("");
  });
}

/** Longer or nested values could make a small file large. */
const ENTITY_DECLARATION = /<!ENTITY\s+([A-Za-z]\w{0,31})\s+(?:"([^"<%]{0,64})"|'([^'<%]{0,64})')\s*>/g;

export function parseEntities(doctype: string): Record<string, string> {
  const entities = [...doctype.matchAll(ENTITY_DECLARATION)].map(([, name = "", double, single]) => {
    return [name, decodeHTMLStrict(double ?? single ?? "")] as const;
  });
  return Object.fromEntries(entities.filter(([name]) => !XML_ENTITIES.has(name)));
}

const ENTITY = /<!ENTITY\b/gi;
const DECLARATION_MAX = 200;

/** Tolerates a bare `&` unless `isStrict`. @throws Error if it's too large, or declares harmful entities */
export function readXml(bytes: Uint8Array, { isStrict = false } = {}): XmlElement {
  const text = decodeText(bytes).replace(/^\s+/, "");
  const declared = [...text.matchAll(ENTITY)].map(({ index }) => text.slice(index, index + DECLARATION_MAX));
  if (!declared.every(isHarmless)) throw new Error("It declares entities");
  const entities = parseEntities(declared.join(""));
  try {
    return parse(text, entities, { isStrict: true });
  } catch (error) {
    if (isStrict || !(error instanceof NotWellFormed)) throw error;
    return parse(text.replaceAll(BARE_AMPERSAND, "&amp;"), entities, { isStrict: false });
  }
}

class NotWellFormed extends Error {}

/** saxes would read it as an entity that lasts to the next semicolon. */
const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z_][\w.-]{0,31});)/gi;

function parse(text: string, entities: Record<string, string>, { isStrict }: { isStrict: boolean }): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const openElements = [root];
  let count = 0;
  // prefixes are cut off, so undeclared ones do no harm
  const parser = new SaxesParser({ xmlns: false, position: false });
  Object.assign(parser.ENTITIES, entities);
  parser.on("opentag", ({ name, attributes }) => {
    count += 1;
    if (count > ELEMENTS_MAX || openElements.length > DEPTH_MAX) throw new Error("It has too many elements");
    const element: XmlElement = { name: localName(name), attributes: {}, children: [] };
    for (const [key, value] of Object.entries(attributes))
      if (key.includes(":")) element.attributes[localName(key)] ??= value;
      else element.attributes[localName(key)] = value;
    openElements.at(-1)?.children.push(element);
    openElements.push(element);
  });
  parser.on("closetag", () => {
    if (openElements.length > 1) openElements.pop();
  });
  const addText = (part: string) => void openElements.at(-1)?.children.push(part);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("error", ({ message }) => {
    if (isStrict) throw new NotWellFormed(message);
  });
  parser.write(numberEntities(text)).close();
  return root;
}

function isHarmless(declaration: string): boolean {
  const declared = [...declaration.matchAll(ENTITY_DECLARATION)][0];
  const value = declared?.index === 0 ? (declared[2] ?? declared[3]) : undefined;
  return value !== undefined && !/&(?!#|[lg]t;|amp;|quot;|apos;)/.test(value) && !decodeHTMLStrict(value).includes("&");
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** In document order. Copies no lists, because elements of one name may be nested hundreds of levels deep. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  const matches: XmlElement[] = [];
  visit(element, (child) => {
    if (typeof child !== "string" && child.name === name) matches.push(child);
  });
  return matches;
}

function visit({ children }: XmlElement, handle: (child: XmlElement | string) => void): void {
  for (const child of children) {
    handle(child);
    if (typeof child !== "string") visit(child, handle);
  }
}

export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== "string");
}

export function textOf(element: XmlElement | undefined): string {
  const parts: string[] = [];
  if (element)
    visit(element, (child) => {
      if (typeof child === "string") parts.push(child);
    });
  return parts.join("").replaceAll(/\s+/g, " ").trim();
}
