import { defaultTreeAdapter, type DefaultTreeAdapterMap, parse } from "parse5";

import { type Attribute, DEPTH_MAX, type Markup, tooMuch } from "./markup.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const PREFIXES = new Set(["epub", "xlink", "xml"]);
/** Unclosed formatting is repeated for each paragraph, so a few tags can make many elements. */
const ELEMENTS_MAX = 150_000;
/** The tree takes fifty times its source, and the child process has 256 MB. */
const LENGTH_MAX = 2_000_000;

/** Reads a chapter that isn't well-formed as browsers would. @throws AppError invalid */
export function readHtml(source: string, markup: Markup): void {
  if (source.length > LENGTH_MAX) throw tooMuch();
  let elements = 0;
  let depth = 0;
  const document = parse(forHtml(source), {
    // what is in a `noscript` counts as elements
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement: (...about) => {
        elements += 1;
        if (elements > ELEMENTS_MAX) throw tooMuch();
        return defaultTreeAdapter.createElement(...about);
      },
      onItemPush: () => {
        depth += 1;
        if (depth > DEPTH_MAX) throw tooMuch();
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
  const [own = "", local] = prefix ? [prefix, name] : name.split(":", 2);
  if (local === undefined) return { prefix: "", name, value };
  return { prefix: PREFIXES.has(own) ? own : null, name: local, value };
}

/** XHTML's `<title/>` is empty; HTML would take everything after it as its text. */
function forHtml(source: string): string {
  return source
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "")
    .replace(/^\s*<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>/i, "<!doctype html>")
    .replaceAll(/<!\[CDATA\[((?:(?!<!\[CDATA\[)[\s\S])*?)\]\]>/g, "$1")
    .replaceAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/>/gi, (whole, name: string, rest: string) =>
      VOID.has(name.toLowerCase()) ? whole : `<${name}${rest}></${name}>`,
    );
}
