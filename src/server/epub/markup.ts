import { defaultTreeAdapter, type DefaultTreeAdapterMap, parse } from "parse5";
import { SaxesParser, type SaxesTagNS } from "saxes";

import { AppError } from "#server/errors.ts";

import { numberEntities, parseEntities } from "./xml-tree.ts";

export const XHTML = "http://www.w3.org/1999/xhtml";
export const SVG = "http://www.w3.org/2000/svg";
export const MATHML = "http://www.w3.org/1998/Math/MathML";
const PREFIXES: Readonly<Record<string, string>> = {
  "http://www.w3.org/1999/xlink": "xlink",
  "http://www.w3.org/XML/1998/namespace": "xml",
  "http://www.idpf.org/2007/ops": "epub",
};

/** `prefix` is empty without a namespace, null for others than `xlink`, `xml` and `epub`. */
export type Attribute = { prefix: string | null; name: string; value: string };
export type StartTag = { namespace: string; name: string; attributes: Attribute[] };

export function isId({ prefix, name }: Attribute): boolean {
  return name === "id" && prefix === "";
}

/** `close` is for the element opened last. */
export type Markup = { open: (element: StartTag) => void; close: () => void; text: (text: string) => void };

/** Browsers stop at 512 (HTML) and 5,000 (XML). */
const DEPTH_MAX = 5000;

const tooLargeError = (): AppError => new AppError("invalid", "It is too large, or has too many tags.");

class NotWellFormed extends Error {}

/** False, perhaps after some calls, unless it's well-formed. @throws AppError invalid */
export function readXhtml(source: string, { open, close, text }: Markup): boolean {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on("doctype", (doctype) => void Object.assign(parser.ENTITIES, parseEntities(doctype)));
  parser.on("opentag", (tag) => {
    if (depth === 0 && !isRootElement(tag)) throw new NotWellFormed();
    depth += 1;
    if (depth > DEPTH_MAX) throw tooLargeError();
    open({
      namespace: tag.uri,
      name: tag.uri === XHTML ? tag.local.toLowerCase() : tag.local,
      attributes: attributesOf(tag),
    });
  });
  parser.on("closetag", () => {
    depth -= 1;
    close();
  });
  parser.on("text", (part) => {
    if (depth > 0) text(part);
  });
  parser.on("cdata", text);
  parser.on("error", () => {
    throw new NotWellFormed();
  });
  try {
    parser.write(numberEntities(source)).close();
    return true;
  } catch (error) {
    if (error instanceof NotWellFormed) return false;
    throw error;
  }
}

function isRootElement({ uri, local }: SaxesTagNS): boolean {
  return (uri === XHTML && local.toLowerCase() === "html") || (uri === SVG && local === "svg");
}

function attributesOf(tag: SaxesTagNS): Attribute[] {
  return Object.values(tag.attributes).flatMap(({ uri, prefix, local, value }) => {
    if (prefix === "xmlns" || local === "xmlns") return [];
    return [{ prefix: uri === "" ? "" : (PREFIXES[uri] ?? null), name: local, value }];
  });
}

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

export const VOID_ELEMENTS = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const HTML_PREFIXES = new Set(["epub", "xlink", "xml"]);
/** Unclosed formatting is repeated for each paragraph, so a few tags can make many elements. */
const ELEMENTS_MAX = 150_000;
/** The tree takes fifty times its source, and the child process has 256 MB. */
const LENGTH_MAX = 2_000_000;

/** @throws AppError invalid */
export function readHtml(source: string, markup: Markup): void {
  if (source.length > LENGTH_MAX) throw tooLargeError();
  let elementCount = 0;
  let depth = 0;
  const document = parse(prepareForHtmlParser(source), {
    // content of a `noscript` counts as elements
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...args) => {
        elementCount += 1;
        if (elementCount > ELEMENTS_MAX) throw tooLargeError();
        return defaultTreeAdapter.createElement(...args);
      },
      onItemPush: () => {
        depth += 1;
        if (depth > DEPTH_MAX) throw tooLargeError();
      },
      onItemPop: () => {
        depth -= 1;
      },
    },
  });
  for (const node of document.childNodes) walk(node, markup);
}

function walk(node: Node, markup: Markup): void {
  if ("value" in node) markup.text(node.value);
  if (!("tagName" in node)) return;
  const name = node.tagName.slice(node.tagName.indexOf(":") + 1);
  markup.open({ namespace: node.namespaceURI, name, attributes: node.attrs.map(toAttribute) });
  for (const child of node.childNodes) walk(child, markup);
  markup.close();
}

/** In HTML `epub:type` is just a name. */
function toAttribute({ name, prefix, value }: Element["attrs"][number]): Attribute {
  const [prefixPart = "", localName] = prefix ? [prefix, name] : name.split(":", 2);
  if (localName === undefined) return { prefix: "", name, value };
  return { prefix: HTML_PREFIXES.has(prefixPart) ? prefixPart : null, name: localName, value };
}

/** XHTML's `<title/>` is empty; HTML would take everything after it as its text. */
function prepareForHtmlParser(source: string): string {
  return source
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "")
    .replace(/^\s*<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>/i, "<!doctype html>")
    .replaceAll(/<!\[CDATA\[((?:(?!<!\[CDATA\[)[\s\S])*?)\]\]>/g, "$1")
    .replaceAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/>/gi, (whole, name: string, rest: string) =>
      VOID_ELEMENTS.has(name.toLowerCase()) ? whole : `<${name}${rest}></${name}>`,
    );
}
