import { bookOf } from "#tests/support/reading-book.ts";

import { BODY_PLACES, DOCS, HEAD_PLACES } from "./in-markup.ts";
import { IMPORTS, RULES, STYLE_PLACES } from "./in-styles.ts";
import { FIRST_SPELLINGS, MORE_SPELLINGS } from "./writings.ts";

/** A URL in one place. A request for it contains its `mark`. */
type AddressCase = { mark: string; place: string; address: string };
type TestPage = { title: string; file: string; page: string };
type Corpus = { cases: AddressCase[]; pages: TestPage[]; sheets: { name: string; data: string }[] };

export const MARK_PATTERN = /mark-\d+-/;
/** The number of other notations that each place gets. */
const EXTRA_COUNT = 2;

/**
 * URLs that lead out of a book, in every place that takes a URL. Each page ends with an image named `end-` and the
 * page's file, for which a test can wait. @param outsideHost `host:port` of an outside server @param share 1 for all
 * places, n for every nth one
 */
export function createCorpus(outsideHost: string, share = 1): Corpus {
  const cases: AddressCase[] = [];
  let nextIndex = 0;

  const fill = (place: string, escape: (address: string) => string, spellings: readonly string[]): string[] =>
    spellings.map((spelling) => {
      const mark = `mark-${cases.length}-`;
      const address = spelling.replaceAll("~", outsideHost).replaceAll("@", mark);
      cases.push({ mark, place, address });
      return place.replaceAll("@@", () => escape(address)).replaceAll(/(?<=\.)n\b/g, `n${cases.length}`);
    });
  const nextSpellings = () => {
    const extras = Array.from({ length: EXTRA_COUNT }, () => MORE_SPELLINGS[nextIndex++ % MORE_SPELLINGS.length] ?? "");
    return [...FIRST_SPELLINGS, ...extras];
  };
  const fillEach = (places: readonly string[], escape: (address: string) => string): string[] =>
    places.filter((_, index) => index % share === 0).flatMap((place) => fill(place, escape, nextSpellings()));
  const fillStyles = (places: readonly string[]) => fillEach(places, inStyle);
  const toStyleTags = (rules: readonly string[]) =>
    rules.flatMap((rule) => [...rule.matchAll(/\.(n\d+)\b/g)].slice(-1)).map(([, name]) => `<p class="${name}">a</p>`);

  const pages: TestPage[] = [];
  const add = (title: string, parts: Parts): void => {
    const file = `text/p${pages.length + 1}.xhtml`;
    pages.push({ title, file, page: pageOf(file, parts) });
  };
  for (const [name, before] of [
    ["well-formed", ""],
    ["broken", "<p>not & <b>closed</p>"],
  ] as const) {
    const markup = () => ({
      head: fillEach(HEAD_PLACES, inMarkup).join("\n"),
      body: before + fillEach(BODY_PLACES, inMarkup).join("\n"),
    });
    add(`Markup, ${name}`, markup());
    const rules = fillStyles(RULES).map(escapeText);
    const heads = [...fillStyles(IMPORTS).map(escapeText), ...rules].map((rule) => `<style>${rule}</style>`).join("\n");
    add(`Styles, ${name}`, { head: heads, body: before + toStyleTags(rules).join("\n") });
    add(`Style attributes, ${name}`, {
      body: before + fillEach(STYLE_PLACES, (address) => inMarkup(inStyle(address))).join("\n"),
    });
    for (const [index, { before: first = "", head = "", root = "", body: tag = "", text = "" }] of DOCS.entries()) {
      if (share > 1) continue;
      const [filled = ""] = fill([first, head, root, tag].join("\n"), inMarkup, [FIRST_SPELLINGS[index % 2] ?? ""]);
      const [filledFirst = "", ...parts] = filled.split("\n");
      const [filledHead, filledRoot, filledTag] = parts;
      add(`Alone ${pages.length}`, {
        first: filledFirst,
        head: filledHead,
        root: filledRoot,
        tag: filledTag,
        body: before + text,
      });
    }
  }
  const stylesheet = fillStyles(RULES.filter((rule) => rule.endsWith("}") && !rule.includes("[")));
  const sheets = [
    {
      name: "styles/own.css",
      data: `${fillStyles(IMPORTS.slice(0, 2)).join("\n")}\n@import "more.css";\n${stylesheet.join("\n")}`,
    },
    { name: "styles/more.css", data: fillStyles([...IMPORTS.slice(0, 3), ...RULES]).join("\n") },
  ];
  const link = '<link rel="stylesheet" href="../styles/own.css"/>';
  add("A style sheet", { head: link, body: toStyleTags(sheets.flatMap(({ data }) => data.split("\n"))).join("\n") });
  pages.push({ title: "A drawing", file: "text/drawing.svg", page: drawing(fillEach, fillStyles) });
  return { cases, pages, sheets };
}

/** An EPUB of the corpus, whose first chapter is harmless. */
export function corpusBook({ pages, sheets }: Corpus): Buffer {
  const chapters = pages.map((page) => ({ ...page, body: "" }));
  return bookOf({
    chapters: [{ title: "Before", body: "<p>Before</p>" }, ...chapters],
    more: sheets.map((file) => ({ ...file, type: "text/css" })),
  });
}

type Parts = {
  first?: string;
  head?: string | undefined;
  root?: string | undefined;
  tag?: string | undefined;
  body: string;
};

function pageOf(file: string, { first = "", head = "", root = "", tag = "", body }: Parts): string {
  return `<?xml version="1.0" encoding="utf-8"?>${first}
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${root}><head><title>${file}</title>${head}</head>
<body ${tag}>${body}\n<p>The end <img src="end-${file.replace("text/", "")}.png" alt=""/></p></body></html>`;
}

type Fill = (places: readonly string[], escape: (address: string) => string) => string[];

function drawing(fillEach: Fill, fillStyled: (places: readonly string[]) => string[]): string {
  const inSvg = BODY_PLACES.filter((place) => place.startsWith("<svg"));
  const [rule = ""] = fillStyled(["rect{fill:url(@@#a)}"]);
  return `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><style>${rule}</style>${fillEach(inSvg, inMarkup).join("\n")}
<image href="end-drawing.svg.png" width="9" height="9"/></svg>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function inMarkup(address: string): string {
  return escapeText(address)
    .replaceAll('"', "&quot;")
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** In a string or in an unquoted `url()`. */
function inStyle(address: string): string {
  return address.replaceAll(/[^\w/:.%~@#?-]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
}
