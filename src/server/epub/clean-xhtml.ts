import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";

import { cleanCss } from "./clean-css.ts";
import { isHarmfulAttribute, isInside, isOwnStylesheet, REMOVED, UNWRAPPED } from "./clean-rules.ts";
import { numberEntities } from "./xml-tree.ts";

const XHTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";
const VOID = new Set("area br col embed hr img input link meta param source track wbr".split(" "));

export type ReadDocument = {
  open?: (local: string, id: string) => void;
  close?: (local: string) => void;
  text?: (text: string) => void;
};

/** Parses a chapter and writes it again without what runs, frames or loads from outside; null unless XHTML or SVG. */
export function cleanXhtml(source: string, reader: ReadDocument = {}): { kind: "xhtml" | "svg"; text: string } | null {
  const out: string[] = [];
  let root: "xhtml" | "svg" | null = null;
  /** Depth inside a removed element. */
  let removed = 0;
  let inStyle = false;
  const parser = new SaxesParser({ xmlns: true, position: false });

  parser.on("opentag", (tag) => {
    const local = tag.local.toLowerCase();
    if (root === null) {
      if (tag.uri !== XHTML && tag.uri !== SVG) throw new Error("Neither XHTML nor SVG");
      root = tag.uri === XHTML ? "xhtml" : "svg";
      if (root === "xhtml") out.push("<!DOCTYPE html>\n");
    }
    if (removed > 0 || isRemoved(local, tag)) {
      removed += 1;
      return;
    }
    if (UNWRAPPED.has(local)) return;
    inStyle = local === "style";
    out.push(openTag(tag));
    reader.open?.(local, tag.attributes["id"]?.value ?? "");
  });
  parser.on("closetag", (tag) => {
    if (removed > 0) {
      removed -= 1;
      return;
    }
    const local = tag.local.toLowerCase();
    if (UNWRAPPED.has(local)) return;
    inStyle = false;
    if (!isVoid(tag)) out.push(`</${tag.name}>`);
    reader.close?.(local);
  });
  const addText = (text: string) => {
    if (removed > 0) return;
    out.push(escapeText(inStyle ? cleanCss(text) : text));
    if (!inStyle) reader.text?.(text);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("error", (error) => {
    throw error;
  });
  try {
    parser.write(numberEntities(source)).close();
  } catch {
    return null;
  }
  return root && { kind: root, text: out.join("") };
}

function isRemoved(local: string, { attributes }: SaxesTagNS): boolean {
  if (REMOVED.has(local)) return true;
  if (local === "meta") return attributes["http-equiv"] !== undefined;
  if (local !== "link") return false;
  return !isOwnStylesheet(attributes["rel"]?.value ?? "", attributes["href"]?.value ?? "");
}

function openTag(tag: SaxesTagNS): string {
  const isLink = tag.local.toLowerCase() === "link";
  let text = `<${tag.name}`;
  for (const { name, value } of Object.values<SaxesAttributeNS>(tag.attributes)) {
    if (isHarmfulAttribute(name, value) || (name === "xlink:href" && !isInsideSvg(tag, value))) continue;
    text += ` ${name}="${escapeAttribute(shown(name, value, isLink))}"`;
  }
  return text + (isVoid(tag) ? "/>" : ">");
}

/** A drawing may use parts of the book's other drawings; a link may lead anywhere. */
function isInsideSvg(tag: SaxesTagNS, value: string): boolean {
  return tag.local === "a" || value.startsWith("data:image/") || isInside(value);
}

function shown(name: string, value: string, isLink: boolean): string {
  if (name === "style") return cleanCss(value);
  return isLink && name === "rel" ? "stylesheet" : value;
}

function isVoid(tag: SaxesTagNS): boolean {
  return tag.uri === XHTML && VOID.has(tag.local.toLowerCase());
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
