import { cleanCss } from "./clean-css.ts";
import { cleanAttribute, shownElement, type Treatment, treatmentOf } from "./clean-rules.ts";
import type { DocumentContext } from "./hrefs.ts";
import { isId, type Markup, readHtml, readXhtml, type StartTag, SVG, VOID_ELEMENTS, XHTML } from "./markup.ts";

const SHOWN_DEPTH_MAX = 500;

export type ReadDocument = {
  open?: (localName: string, id: string) => void;
  close?: (localName: string) => void;
  text?: (text: string) => void;
};
type Cleaned = { kind: "xhtml" | "svg"; text: string };

/**
 * Writes a chapter as XML without anything that runs, frames or loads from outside (BEYOND 5), so that text can't
 * become a tag.
 */
export function cleanDocument(text: string, base: DocumentContext, readerOf: () => ReadDocument = () => ({})): Cleaned {
  const strictWriter = createWriter(base, readerOf());
  if (readXhtml(text, strictWriter.markup)) return strictWriter.result();
  const lenientWriter = createWriter(base, readerOf());
  readHtml(text, lenientWriter.markup);
  return lenientWriter.result();
}

type Frame = { treatment: Treatment | "void"; name: string; css: string[] };

function createWriter(base: DocumentContext, reader: ReadDocument) {
  // a million strings would take ten times the memory of their text
  const output = new Bun.ArrayBufferSink();
  const frames: Frame[] = [];
  const namespaces: string[] = [];
  let root: StartTag | null = null;

  const markup: Markup = {
    open: (element) => {
      const { namespace } = element;
      const name = shownElement(element);
      const isRemoved = frames.at(-1)?.treatment === "removed";
      const treatment = isRemoved ? "removed" : treatmentOf(element, base);
      const isVoid = namespace === XHTML && VOID_ELEMENTS.has(name);
      const finalTreatment =
        treatment !== "kept" ? treatment : isVoid ? "void" : namespaces.length < SHOWN_DEPTH_MAX ? "kept" : "unwrapped";
      frames.push({ treatment: finalTreatment, name, css: [] });
      if (finalTreatment !== "kept" && finalTreatment !== "void") return;
      root ??= element;
      const parent = namespaces.at(-1);
      output.write(`<${name}${namespace === parent ? "" : ` xmlns="${namespace}"`}`);
      if (parent === undefined && namespace === XHTML) output.write(' xmlns:epub="http://www.idpf.org/2007/ops"');
      output.write(writeAttributes(element, base));
      output.write(finalTreatment === "void" ? "/>" : ">");
      if (finalTreatment === "kept") namespaces.push(namespace);
      reader.open?.(name.toLowerCase(), element.attributes.find(isId)?.value ?? "");
    },
    close: () => {
      const frame = frames.pop();
      if (frame?.treatment === "removed" || frame?.treatment === "unwrapped" || !frame) return;
      if (frame.css.length > 0) output.write(escapeText(cleanCss(frame.css.join(""), base) ?? ""));
      if (frame.treatment === "kept") {
        output.write(`</${frame.name}>`);
        namespaces.pop();
      }
      reader.close?.(frame.name.toLowerCase());
    },
    text: (text) => {
      const frame = frames.at(-1);
      if (!frame || frame.treatment === "removed" || namespaces.length === 0) return;
      if (frame.name === "style") return void frame.css.push(text);
      output.write(escapeText(text));
      reader.text?.(text);
    },
  };
  return {
    markup,
    result: (): Cleaned => {
      const text = new TextDecoder().decode(output.end());
      return root?.namespace === SVG ? { kind: "svg", text } : { kind: "xhtml", text: `<!DOCTYPE html>\n${text}` };
    },
  };
}

function writeAttributes(element: StartTag, base: DocumentContext): string {
  const attributes = new Map<string, string>();
  for (const attribute of element.attributes) {
    const { prefix, name } = attribute;
    const value = /^[A-Za-z_][\w.-]*$/.test(name) ? cleanAttribute(element, attribute, base) : null;
    if (value === null) continue;
    // every browser knows SVG's plain `href`
    const fullName = prefix === "" || prefix === "xlink" ? name : `${prefix}:${name}`;
    if (attributes.has(fullName) && prefix === "xlink") continue;
    // an attribute of a drawing can be a property, or the value of an animated one
    const isStyle = fullName === "style" || (element.namespace === SVG && /[(\\]/.test(value) && fullName !== "href");
    attributes.set(fullName, isStyle ? (cleanCss(value, base) ?? "") : value);
  }
  // a link that the reader misses must not replace the chapter, and its frame may open no window
  const isOutside = /^[a-z][a-z\d+.-]*:/i.test(attributes.get("href") ?? "");
  if (isOutside && (element.name === "a" || element.name === "area")) attributes.set("target", "_blank");
  return [...attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join("");
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
