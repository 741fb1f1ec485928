import { decodeHTMLStrict } from "entities";
import { SaxesParser } from "saxes";

/** Contents of 5,000 lines have 20,000. */
const ELEMENTS_MAX = 50_000;
const DEPTH_MAX = 500;

/** Names without prefix; of `a` and `x:a` the plain attribute counts. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string | undefined>;
  children: (XmlElement | string)[];
};

/** Decodes by byte order mark, else by the XML declaration, else UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const named = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(/^utf-?16/i.test(named) ? "utf-8" : named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const XML_ENTITIES = new Set(["lt", "gt", "amp", "quot", "apos"]);

/** `&nbsp;` and others come from XHTML's DTD, which isn't loaded, so they become numeric. */
export function numberEntities(text: string): string {
  return text.replaceAll(/&([A-Za-z][A-Za-z0-9]{1,31});/g, (whole, name: string) => {
    if (XML_ENTITIES.has(name)) return whole;
    const decoded = decodeHTMLStrict(whole);
    return decoded === whole ? whole : [...decoded].map((char) => `&#${char.codePointAt(0)};`).join("");
  });
}

/** Longer values, or others in them, could make a small file large. */
const OWN_ENTITY = /<!ENTITY\s+([A-Za-z]\w{0,31})\s+(?:"([^"<%]{0,64})"|'([^'<%]{0,64})')\s*>/g;

/** The short names that a document gives to characters in its DOCTYPE. */
export function ownEntities(doctype: string): Record<string, string> {
  const found = [...doctype.matchAll(OWN_ENTITY)].map(([, name = "", double, single]) => {
    return [name, decodeHTMLStrict(double ?? single ?? "")] as const;
  });
  return Object.fromEntries(found.filter(([name]) => !XML_ENTITIES.has(name)));
}

/** Parses a document about a book. @throws Error when malformed, with entities of its own, or too large */
export function readXml(bytes: Uint8Array): XmlElement {
  const text = decodeText(bytes);
  // XML bombs and external entities start with a declaration; no EPUB needs one here
  if (/<!ENTITY/i.test(text)) throw new Error("It declares entities");
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  let count = 0;
  // prefixes are cut off, so undeclared ones do no harm
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("opentag", ({ name, attributes }) => {
    count += 1;
    if (count > ELEMENTS_MAX || open.length > DEPTH_MAX) throw new Error("It has too many elements");
    const element: XmlElement = { name: localName(name), attributes: {}, children: [] };
    for (const [key, value] of Object.entries(attributes))
      if (key.includes(":")) element.attributes[localName(key)] ??= value;
      else element.attributes[key] = value;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  const addText = (part: string) => void open.at(-1)?.children.push(part);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(numberEntities(text)).close();
  return root;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export function findAll(element: XmlElement, name: string): XmlElement[] {
  return childElements(element).flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)]);
}

export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== "string");
}

export function textOf(element: XmlElement | undefined): string {
  const all = ({ children }: XmlElement): string =>
    children.map((child) => (typeof child === "string" ? child : all(child))).join("");
  return element ? all(element).replaceAll(/\s+/g, " ").trim() : "";
}
