import { SaxesParser, type SaxesTagPlain } from "saxes";

/** A picture book's package has a few thousand. */
const ELEMENTS_MAX = 20_000;

/** Used by books without declaration; XML itself knows five. */
const HTML_ENTITIES: Record<string, string> = {
  nbsp: "\u00a0",
  copy: "©",
  reg: "®",
  trade: "™",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  agrave: "à",
  aacute: "á",
  acirc: "â",
  auml: "ä",
  ccedil: "ç",
  egrave: "è",
  eacute: "é",
  ecirc: "ê",
  iacute: "í",
  ntilde: "ñ",
  oacute: "ó",
  ouml: "ö",
  oslash: "ø",
  szlig: "ß",
  uacute: "ú",
  uuml: "ü",
};

export type Element = { name: string; attributes: Record<string, string> };

/** @param onEnd gets each ended element and its own text @throws Error when malformed, with entities, or too large */
export function readXml(bytes: Buffer, onEnd: (element: Element, text: string) => void): void {
  const xml = new TextDecoder(bytes[0] === 0xff || bytes[0] === 0xfe ? "utf-16" : "utf-8").decode(bytes);
  // XML bombs and external entities start with a declaration; no EPUB needs one here
  if (/<!ENTITY/i.test(xml)) throw new Error("it declares entities");
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, HTML_ENTITIES);
  const open: { element: Element; text: string }[] = [];
  let count = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    count += 1;
    if (count > ELEMENTS_MAX) throw new Error("it has too many elements");
    open.push({ element: plain(tag), text: "" });
  });
  const addText = (text: string) => {
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const ended = open.pop();
    if (ended) onEnd(ended.element, ended.text);
  });
  parser.write(xml).close();
}

function plain({ name, attributes }: SaxesTagPlain): Element {
  const entries = Object.entries(attributes).map(([key, value]) => [local(key), value]);
  return { name: local(name), attributes: Object.fromEntries(entries) };
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
