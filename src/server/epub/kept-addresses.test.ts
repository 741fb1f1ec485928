import { describe, expect, test } from "bun:test";

import { cleanCss } from "./clean-css.ts";
import { cleanDocument } from "./clean-document.ts";
import { createFindName } from "./hrefs.ts";

/** The URL of the book, against which browsers resolve addresses. */
const BOOK = "https://club.example/api/books/7/text/";
const NAMES = [
  "OEBPS/text/c1.xhtml",
  "OEBPS/text/p.png",
  "top.xhtml",
  "OEBPS/text/a#1.png",
  "OEBPS/text/What now?.xhtml",
];
const findName = createFindName([...NAMES, "OEBPS/text/my%20pic.png", "OEBPS/text/Upper.PNG"]);

const toXhtml = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;
const cleanBody = (body: string, path = "OEBPS/text/c1.xhtml") =>
  cleanDocument(toXhtml(body), { path, find: findName }).text;
const addressIn = (text: string) => / (?:src|href)="([^"]*)"/.exec(text)?.[1] ?? null;

/** Each must stay in the book or be removed, in a document at the top and in one in folders. */
const OUTSIDE_ADDRESSES = [
  "//api/club",
  "///api/club",
  "/\\/api/club",
  "\\\\api\\club",
  "https://book.invalid//api/club",
  "https://book.invalid///api/club",
  "https:/api/club",
  "https:api/club",
  "..//..//..//api/club",
  "/%2e%2e/%2e%2e/api",

  "..%2f..%2f..%2fapi/club",
  "%2e%2e%2f%2e%2e%2fapi",
  ".%2e/%2e./../../api/club",
  "..;/../api",
  "/./..//api/club",
  " /api/club",
  "\t/\t/api/club",
  "https://book.invalid/%2Fapi/club",
  "%2Fapi/club",
  "%5C%5Capi%5Cclub",
  "a:/api/club",

  "x//../..//../../api/club",
  "https://user@book.invalid/api",
  "https://book.invalid:443//api",
  "//book.invalid//api/club",
];

describe("an address that leads out of the book", () => {
  test.each(OUTSIDE_ADDRESSES)("%j is changed to stay inside, or removed", (address) => {
    for (const path of ["top.xhtml", "OEBPS/text/c1.xhtml", "a/b c/d#/e.xhtml"])
      for (const spelling of [address, address.replaceAll("&", "&amp;")]) {
        const cleanedAddress = addressIn(cleanBody(`<img src="${spelling}" alt=""/>`, path));
        const pageAddress = BOOK + path.split("/").map(encodeURIComponent).join("/");
        if (cleanedAddress !== null) expect(new URL(cleanedAddress, pageAddress).href).toStartWith(BOOK);
      }
  });
});

describe("a style's addresses", () => {
  test.each([
    'a{--x:"/api/club";background:image-set(var(--x) 1x)}',
    'a{background:image-set("/api/club" 1x)}',
    'a{background:image-set(url(/api/club) 1x, (("/api/club") 2x))}',
    'a{background:-webkit-image-set(var(--n, "/api/club") 1x)}',
    "a{background:image-set(attr(data-x type(<string>)) 1x)}",
    'a{background:image-set(if(style(--a: b): "/x"; else: "/api/club") 1x)}',
    'a{background:image-set(--mine("/api/club") 1x)}',
    'a{background:image("/api/club")}b{background:cross-fade("/api/club", "/api/club" 50%)}',
    'a{background:src("/api/club")}b{background:src(var(--x))}',
    "a{background:u\\72l(/api/club)}b{background:\\69mage-set('/api/club' 1x)}",
    'a{background:url("//api/club")}b{background:url( /api/club )}',
    '@import "/api/club";@\\69mport url(/api/club) layer(a);@import/**/"/api/club" supports(a:b;c) print;',
    "a{background:image-set({} '/api/club' 1x)}b{background:image-set(; '/api/club' 1x)}",
    "a{x:(}b{c:)}d{background:image-set('/api/club' 1x)}",
    "a{cursor:url(/api/club),auto;filter:url(/api/club#f);mask:url(/api/club);clip-path:url('/api/club#c')}",
    "@font-face{src:url(/api/club) format('woff2'),src('/api/club')}",
    "a{list-style:url(/api/club);border-image:url('/api/club') 1;content:url(/api/club);shape-outside:url(/api/club)}",
    "a{background:filter('/api/club', blur(1px))}",
  ])("%s stay in the book", (css) => {
    const cleanedCss = cleanCss(css, { path: "OEBPS/text/c1.xhtml", find: findName });
    // a custom property is a string until something uses it
    expect(cleanedCss?.replaceAll(/--x:"[^"]*"/g, "")).not.toMatch(/["'(\s]\/+api\/club/);
    if (css.includes("var(--x)") || css.includes("--mine") || css.includes("attr("))
      expect(cleanedCss).toContain("about:invalid");
  });

  test("leave other text unchanged", () => {
    for (const css of [
      'a{font-family:"A b";content:"/api/club";--x:"y"}',
      'a{background:image-set("p.png" 1x type("image/png"))}',
      "a{background:image-set(linear-gradient(var(--a), red) 1x)}",
      "@media (min-width:1px){a{color:var(--b)}}",
    ])
      expect(cleanCss(css, { path: "OEBPS/text/c1.xhtml", find: findName })).toBe(css);
  });
});

describe("a style with embedded data", () => {
  const MEGABYTES = "Ab+/".repeat(750_000);
  const clean = (css: string) => cleanCss(css, { path: "OEBPS/text/c1.xhtml", find: findName }) ?? "";

  test("keeps a font of megabytes and its rules", () => {
    const face = (data: string) => `@font-face{src:url("data:font/ttf;base64,${data}")}p{color:red}`;
    for (const data of [MEGABYTES, `${MEGABYTES}%2B#x`, `${MEGABYTES.slice(0, 2000)} 0~`])
      expect(clean(face(data)) === face(data)).toBe(true);
  });

  test("doesn't repeat the data", () => {
    const repeats = "a{background:url(data:image/png;base64,~0~)}b{background:url(data:image/png;base64,\\7e 0~)}";
    expect(clean(`a{background:url(data:image/png;base64,${MEGABYTES})}${repeats.repeat(100)}`).length).toBeLessThan(
      MEGABYTES.length + 20_000,
    );
  });

  test.each(["/*", '/* " */'])("stays in the book after data that ends with %s", (end) => {
    const cleanedCss = clean(`a{b:;base64,${MEGABYTES}${end} } c{background:image-set("/api/club" 1x)} /* " */`);
    expect(cleanedCss.includes(MEGABYTES)).toBe(false);
  });
});

test("properties of a drawing are cleaned as styles are", () => {
  const cleanedMarkup =
    cleanBody(`<svg xmlns="http://www.w3.org/2000/svg"><rect cursor="image-set('/api/club' 1x)" fill="url(/api/club#a)"/>
    <g mask="image-set(var(--x) 1x)"><set attributeName="fill" to="url(/api/club#a)"/></g></svg>`);
  expect(cleanedMarkup).not.toMatch(/['"(;]\/+api/);
  expect(cleanedMarkup).not.toContain("var(--x)");
});

test.each([
  ["a#1.png", "a%231.png"],
  ["a%231.png", "a%231.png"],
  ["What now?.xhtml", "What%20now%3F.xhtml"],
  ["What now?.xhtml#end", "What%20now%3F.xhtml#end"],
  ["my%20pic.png", "my%2520pic.png"],
  ["my pic.png", "my%2520pic.png"],
  ["upper.png", "Upper.PNG"],
  ["p.png?v=2", "p.png"],
  ["P.png", "p.png"],
])("finds a file whose name wasn't encoded: %s is %s", (spelling, expected) => {
  expect(addressIn(cleanBody(`<img src="${spelling}" alt=""/>`))).toBe(expected);
});
