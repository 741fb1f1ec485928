import { decodeHTML } from "entities";

import { cleanCss } from "./clean-css.ts";
import { isHarmfulAttribute, isOwnStylesheet, REMOVED, UNWRAPPED } from "./clean-rules.ts";
import type { ReadDocument } from "./clean-xhtml.ts";

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** For a chapter that isn't well-formed XML. */
export function cleanHtml(source: string, reader: ReadDocument = {}): string {
  const cleaner = new HTMLRewriter()
    .on([...REMOVED].join(","), { element: (element) => void element.remove() })
    .on([...UNWRAPPED].join(","), { element: (element) => void element.removeAndKeepContent() })
    .on("meta[http-equiv], meta[charset]", { element: (element) => void element.remove() })
    .on("link", {
      element: (element) => {
        if (isOwnStylesheet(element.getAttribute("rel") ?? "", element.getAttribute("href") ?? ""))
          element.setAttribute("rel", "stylesheet");
        else element.remove();
      },
    })
    .on("*", {
      element: (element) => {
        for (const [name, value] of Array.from(element.attributes)) {
          if (name !== undefined && value !== undefined && isHarmfulAttribute(name, decodeHTML(value)))
            element.removeAttribute(name);
          else if (name === "style" && value !== undefined) element.setAttribute(name, cleanCss(value));
        }
      },
    });
  const style = collectText((css) => cleanCss(css));
  cleaner.on("style", { text: style });
  const cleaned = cleaner.transform(forHtml(source));
  readHtml(cleaned, reader);
  return `<!DOCTYPE html>\n${cleaned}`;
}

/** `<title/>` is empty in XML; HTML would take everything after it as its text. */
function forHtml(source: string): string {
  return source
    .replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "")
    .replace(/^\s*<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>/i, "")
    .replaceAll(/<!\[CDATA\[((?:(?!<!\[CDATA\[)[\s\S])*?)\]\]>/g, "$1")
    .replaceAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/>/gi, (whole, name: string, rest: string) =>
      VOID.has(name.toLowerCase()) ? whole : `<${name}${rest}></${name}>`,
    );
}

function readHtml(html: string, { open, close, text }: ReadDocument): void {
  const rewriter = new HTMLRewriter().on("*", {
    element: (element) => {
      const { tagName, selfClosing } = element;
      open?.(tagName, element.getAttribute("id") ?? "");
      if (!VOID.has(tagName) && !selfClosing) element.onEndTag(() => close?.(tagName));
    },
  });
  let node = "";
  rewriter.onDocument({
    text: (chunk) => {
      node += chunk.text;
      if (!chunk.lastInTextNode) return;
      text?.(decodeHTML(node));
      node = "";
    },
  });
  rewriter.transform(html);
}

/** Text arrives in chunks: the last one carries the changed whole. */
function collectText(change: (text: string) => string) {
  let whole = "";
  return (chunk: HTMLRewriterTypes.Text) => {
    whole += chunk.text;
    if (chunk.lastInTextNode) {
      chunk.replace(change(whole), { html: true });
      whole = "";
    } else chunk.remove();
  };
}
