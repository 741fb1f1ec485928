import { type CSSToken, tokenize, TokenType } from "@csstools/css-tokenizer";

import { cleanEmbeddedUrl } from "./clean-rules.ts";
import type { DocumentContext } from "./hrefs.ts";

/** A longer style is omitted, apart from its embedded fonts and images. Most have tens of thousands of code units. */
const LENGTH_MAX = 1_000_000;
const EMBEDDED_DATA = /(?<=;base64,)[\w+/=]{1000,}/g;
const DATA_PLACEHOLDER = /(?<=;base64,)~(\d+)~/;

const URL_FUNCTIONS = new Set(
  "url src image image-set -webkit-image-set cross-fade -webkit-cross-fade filter -webkit-filter -moz-image-rect".split(
    " ",
  ),
);
/** Others, like `var` and `attr`, could bring in an unchecked string. */
const NESTED_FUNCTION =
  /^(?:type|calc|min|max|clamp|rgba?|hsla?|hwb|ok(?:lab|lch)|lab|lch|color|color-mix|[\w-]+-gradient)$/;
const INVALID_URL = '"about:invalid"';

/**
 * Adapts a book's style to columns, and keeps its URLs inside the book. `vw` and `vh` become the page's, not the
 * frame's. Null if it's too long.
 */
export function cleanCss(css: string, base: DocumentContext): string | null {
  const embeddedData: string[] = [];
  const shortCss = css.replaceAll(EMBEDDED_DATA, (data) => `~${embeddedData.push(data) - 1}~`);
  if (shortCss.length > LENGTH_MAX) return null;
  // only once, or a book's own placeholders would repeat it thousands of times
  const takeData = (_: string, index: string) => embeddedData.splice(Number(index), 1, "")[0] ?? "";
  const output: string[] = [];
  const blocks = createBlocks();
  let isBreak = false;
  const cleanUrl = (value: string) =>
    quote(cleanEmbeddedUrl(base, value)?.replace(DATA_PLACEHOLDER, takeData) ?? "about:invalid");

  for (const token of tokenize({ css: shortCss }, { onParseError: () => {} })) {
    const isLeftOut = blocks.isLeftOut();
    blocks.read(token);
    if (isLeftOut) continue;
    if (blocks.isLeftOut()) {
      output.push(`url(${INVALID_URL})`);
      continue;
    }
    const [type, raw] = token;
    if (type === TokenType.Semicolon || type === TokenType.OpenCurly || type === TokenType.CloseCurly) isBreak = false;
    if (type === TokenType.URL) output.push(`url(${cleanUrl(token[4].value)})`);
    else if (type === TokenType.BadURL || type === TokenType.BadString) output.push(" ");
    else if (type === TokenType.String && blocks.isAddress()) output.push(cleanUrl(token[4].value));
    else if (type === TokenType.Dimension) output.push(pageUnit(token[4].value, token[4].unit) ?? raw);
    else if (type === TokenType.Ident) {
      const name = token[4].value.toLowerCase();
      if (/^break-(?:after|before|inside)$/.test(name)) isBreak = true;
      output.push(renameForColumns(name, isBreak) ?? raw);
    } else output.push(raw);
  }
  return output.join("");
}

type Block = { end: TokenType; name: string; isUrl: boolean; isLeftOut: boolean };

/** By CSS Syntax, only its own bracket closes a block. */
function createBlocks() {
  const openBlocks: Block[] = [];
  let importAt = -1;
  const innermost = (): Block | undefined => openBlocks.at(-1);

  const openBlock = (end: TokenType, name: string): void => {
    const outerBlock = innermost();
    const isUrl = outerBlock?.isUrl === true || URL_FUNCTIONS.has(name);
    const isAllowed = name === "" || URL_FUNCTIONS.has(name) || NESTED_FUNCTION.test(name);
    const isUnknownInUrl = outerBlock?.isUrl === true && URL_FUNCTIONS.has(outerBlock.name) && !isAllowed;
    // brackets belong to the function around them
    openBlocks.push({
      end,
      name: name === "" && outerBlock?.isUrl ? outerBlock.name : name,
      isUrl,
      isLeftOut: outerBlock?.isLeftOut === true || isUnknownInUrl,
    });
  };

  return {
    read: (token: CSSToken): void => {
      const [type] = token;
      if (type === TokenType.Function) openBlock(TokenType.CloseParen, token[4].value.toLowerCase());
      else if (type === TokenType.OpenParen) openBlock(TokenType.CloseParen, "");
      else if (type === TokenType.OpenSquare) openBlock(TokenType.CloseSquare, "");
      else if (type === TokenType.OpenCurly) openBlock(TokenType.CloseCurly, "");
      else if (type === TokenType.AtKeyword && token[4].value.toLowerCase() === "import") importAt = openBlocks.length;
      else if (type === TokenType.Semicolon && openBlocks.length <= importAt) importAt = -1;
      else if (type === innermost()?.end) openBlocks.pop();
      if (openBlocks.length < importAt) importAt = -1;
    },
    isAddress: (): boolean => importAt >= 0 || (innermost()?.isUrl === true && innermost()?.name !== "type"),
    isLeftOut: (): boolean => innermost()?.isLeftOut === true,
  };
}

function pageUnit(value: number, unit: string): string | null {
  const lowerUnit = unit.toLowerCase();
  if (lowerUnit !== "vw" && lowerUnit !== "vh") return null;
  const [page, frame] = lowerUnit === "vw" ? ["--page-width", "100vw"] : ["--page-height", "100vh"];
  return `calc(${value} * var(${page}, ${frame}) / 100)`;
}

function renameForColumns(name: string, isBreak: boolean): string | null {
  if (/^-epub-[a-z]/.test(name)) return name.slice("-epub-".length);
  if (/^page-break-(?:after|before|inside)$/.test(name)) return name.replace("page", "-webkit-column");
  if (isBreak && (name === "page" || name === "avoid-page")) return name.replace("page", "column");
  return null;
}

function quote(url: string): string {
  return `"${url.replaceAll(/["\\\n\r\f]/g, (char) => `\\${(char.codePointAt(0) ?? 0).toString(16)} `)}"`;
}
