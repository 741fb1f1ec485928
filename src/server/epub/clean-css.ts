import { tokenize, TokenType } from "@csstools/css-tokenizer";

import { embeddedOrInside } from "./clean-rules.ts";

/** In code units; a longer one is left out. A book's styles have a few ten thousand. */
const LENGTH_MAX = 1_000_000;

/** Functions whose strings are addresses. */
const ADDRESSES = new Set(["url", "src", "image", "image-set", "-webkit-image-set", "cross-fade"]);

/**
 * Adapts a book's style to columns, and keeps its addresses inside the book; `vw` and `vh` become the page's
 * (`--page-width`), not the frame's. @param from path of the document it is in
 */
export function cleanCss(css: string, from: string): string {
  if (css.length > LENGTH_MAX) return "";
  const out: string[] = [];
  const open: string[] = [];
  let isImport = false;
  let isBreak = false;
  const address = (value: string) => quote(embeddedOrInside(from, value) ?? "about:invalid");

  for (const token of tokenize({ css }, { onParseError: () => {} })) {
    const [type, raw] = token;
    if (type === TokenType.Function || type === TokenType.OpenParen)
      open.push(type === TokenType.Function ? token[4].value.toLowerCase() : "");
    else if (type === TokenType.CloseParen) open.pop();
    else if (type === TokenType.AtKeyword) isImport = token[4].value.toLowerCase() === "import";
    else if (type === TokenType.Semicolon || type === TokenType.OpenCurly || type === TokenType.CloseCurly) {
      isImport = false;
      isBreak = false;
      open.length = 0;
    }

    if (type === TokenType.URL) out.push(`url(${address(token[4].value)})`);
    else if (type === TokenType.BadURL || type === TokenType.BadString) out.push(" ");
    else if (type === TokenType.String && (isImport || ADDRESSES.has(open.at(-1) ?? "")))
      out.push(address(token[4].value));
    else if (type === TokenType.Dimension) out.push(pageUnit(token[4].value, token[4].unit) ?? raw);
    else if (type === TokenType.Ident) {
      const name = token[4].value.toLowerCase();
      if (/^break-(?:after|before|inside)$/.test(name)) isBreak = true;
      out.push(renamed(name, isBreak) ?? raw);
    } else out.push(raw);
  }
  return out.join("");
}

function pageUnit(value: number, unit: string): string | null {
  const side = unit.toLowerCase();
  if (side !== "vw" && side !== "vh") return null;
  const [page, frame] = side === "vw" ? ["--page-width", "100vw"] : ["--page-height", "100vh"];
  return `calc(${value} * var(${page}, ${frame}) / 100)`;
}

function renamed(name: string, isBreak: boolean): string | null {
  if (/^-epub-[a-z]/.test(name)) return name.slice("-epub-".length);
  if (/^page-break-(?:after|before|inside)$/.test(name)) return name.replace("page", "-webkit-column");
  if (isBreak && (name === "page" || name === "avoid-page")) return name.replace("page", "column");
  return null;
}

function quote(address: string): string {
  return `"${address.replaceAll(/["\\\n\r\f]/g, (char) => `\\${(char.codePointAt(0) ?? 0).toString(16)} `)}"`;
}
