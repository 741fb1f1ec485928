import { afterAll, describe, expect, test } from "bun:test";

import { SaxesParser } from "saxes";

import { createReadingClub } from "#tests/support/reading-club.ts";

const club = await createReadingClub();
afterAll(() => club.close());

const OUT = "https://outside.example";
const LOAD = `<img src="${OUT}/a.png"/><iframe src="${OUT}/f"></iframe><link rel="preconnect" href="${OUT}"/>`;

/** Payloads; each is tried in a well-formed and in a malformed chapter. */
const PAYLOADS: Record<string, string> = {
  "in a noscript": `<noscript><script>alert(1)</script>${LOAD}<meta http-equiv="refresh" content="0;url=${OUT}"/></noscript>`,
  "in a noscript in the attribute of another": `<noscript><p title="</noscript><img src='${OUT}/a.png'/>"></p></noscript>`,
  "in noembed, noframes, xmp and listing": ["noembed", "noframes", "xmp", "listing"]
    .map((name) => `<${name}>${LOAD}</${name}>`)
    .join(""),
  "after an attribute that ends raw text": `<style><a title="</style><img src='${OUT}/a.png'/>"></a></style>`,
  "in a textarea, a title and a select": `<textarea>${LOAD}</textarea><title>${LOAD}</title><select>${LOAD}</select>`,
  "in a template": `<template>${LOAD}</template><div><template shadowrootmode="open">${LOAD}</template></div>`,
  "after a comment that ends early": `<!-- > --><!--a--!><p>${LOAD}</p><!--->${LOAD}-->`,
  "in CDATA": `<![CDATA[${LOAD}]]><svg xmlns="http://www.w3.org/2000/svg"><desc><![CDATA[</desc><script>alert(1)</script>]]></desc></svg>`,
  "in a processing instruction": `<?xml-stylesheet href="${OUT}/a.xsl" type="text/xsl"?>`,
  "in foreign content": `<svg xmlns="http://www.w3.org/2000/svg"><style>&lt;/style>&lt;img src="${OUT}"></style><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${OUT}"></iframe></foreignObject></svg>
    <math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${OUT}&gt;"/></mglyph></table></mtext></math>`,
  "by a handler": `<p onclick="alert(1)" OnMouseOver="alert(1)">a</p><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><g onbegin="alert(1)"/></svg>`,
  "by a link that runs": `<a href="java&#10;script:alert(1)">a</a><a href=" &#9;javascript:alert(1)">b</a><math xmlns="http://www.w3.org/1998/Math/MathML"><mtext href="javascript:alert(1)">m</mtext></math>`,
  "by XLink under another prefix": `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image x:href="${OUT}/a.png"/><a x:href="javascript:alert(1)"><text>a</text></a><use x:href="${OUT}/a.svg#a"/></svg>`,
  "by an animated address": `<svg xmlns="http://www.w3.org/2000/svg"><a id="a"><set attributeName="href" to="javascript:alert(1)"/><animate attributeName="xlink:href" values="#a;javascript:alert(1)"/><text>a</text></a><image><animate attributeName="href" from="${OUT}/1.png" to="${OUT}/2.png"/></image><rect><set attributeName="fill" to="url(${OUT}/a.svg#a)"/><set attributeName="onclick" to="alert(1)"/></rect></svg>`,
  "by a style": `<style>@import "${OUT}/a.css"; @import url(${OUT}/b.css); @\\69mport '${OUT}/c.css'; a{background:u\\72l("${OUT}/a.png");cursor:image-set("${OUT}/b.png" 1x)} @font-face{src:url(//outside.example/a.woff)}</style>`,
  "by an attribute of style": `<p style="background:url(${OUT}/a.png);list-style:image-set('${OUT}/b.png' 1x)">a</p><svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(${OUT}/a.svg#a)" filter="u\\72l(${OUT}/a.svg#b)"/></svg>`,
  "by media and their pictures": `<video src="${OUT}/a.mp4" poster="${OUT}/a.png"><source src="//outside.example/b.mp4"/><track src="${OUT}/a.vtt"/></video><picture><source srcset="${OUT}/a.png 1x, b.png 2x"/><img src="\\\\outside.example\\a.png" srcset="${OUT}/c.png 2x" alt=""/></picture>`,
  "by a form": `<form action="${OUT}"><input type="image" src="${OUT}/a.png"/><button formaction="${OUT}">Send</button></form><table background="${OUT}/a.png"><tr><td background="${OUT}/b.png">a</td></tr></table>`,
  "by a base": `<base href="${OUT}"/><div xml:base="${OUT}">a</div>`,
  "by a link": ["preconnect", "dns-prefetch", "prefetch", "preload", "manifest", "icon", "stylesheet preconnect"]
    .map((rel) => `<link rel="${rel}" href="${OUT}"/>`)
    .join(""),
  "by the club's own addresses":
    '<img src="/api/profile/export" alt=""/><img src="../../../../../../auth/user" alt=""/><p style="background:url(/api/club)">a</p>',
  "by an element of another prefix":
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script><h:img xmlns:h="http://www.w3.org/1999/xhtml" onerror="alert(1)"/>',
  "in plain text that never ends": `<plaintext>${LOAD}</plaintext>`,
};

describe("a chapter can't run, frame or load anything", () => {
  test.each(Object.entries(PAYLOADS))("%s", async (_, payload) => {
    club.pass(1);
    const chapters = [`<p>Before</p>${payload}<p>After</p>`, `<p>Before ${payload} & <b>after</p>`];
    await club.giveText({ chapters: chapters.map((body) => ({ title: "One", body })) });
    for (const file of ["c1", "c2"]) {
      const response = await club.text(`OEBPS/text/${file}.xhtml`);
      expect(response.headers.get("content-type")).toBe("application/xhtml+xml; charset=utf-8");
      const sanitized = await response.text();
      expect(sanitized).toMatch(/Before/);
      expect(findActive(sanitized)).toEqual([]);
    }
  });

  test("the checker detects each payload in the unsanitized source", () => {
    const toXhtml = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;
    const wellFormed = [
      "in a noscript",
      "in a template",
      "by a handler",
      "by a link that runs",
      "by an animated address",
      "by a style",
      "by an attribute of style",
      "by media and their pictures",
      "by a form",
      "by a base",
      "by a link",
      "by the club's own addresses",
    ];
    for (const name of wellFormed) expect(findActive(toXhtml(PAYLOADS[name] ?? "")), name).not.toEqual([]);
  });
});

test("resolves addresses within the archive (EPUB 3.3)", async () => {
  const body = `<p id="a"><img src="/media/a.png" alt=""/><img src="../../../../media/b c.png" alt=""/><img src="d.png" srcset="/e.png 2x, f.png" alt=""/>
    <a href="/OEBPS/text/c2.xhtml#x">There</a><a href="#a">Here</a><a href="https://example.org/?a#b">Out</a><a href="mailto:a@example.org">Write</a>
    <span style="background:url('/media/g.png')">g</span></p>`;
  club.pass(1);
  await club.giveText({
    chapters: [
      { title: "One", body },
      { title: "Two", body: "<p>2</p>" },
    ],
    head: '<link rel="stylesheet" href="/styles/a.css"/>',
  });
  const sanitized = await (await club.text("OEBPS/text/c1.xhtml")).text();
  const addresses = [...sanitized.matchAll(/ (?:src|href|srcset)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toEqual([
    "../../styles/a.css",
    "../../media/a.png",
    "../../media/b%20c.png",
    "d.png",
    "../../e.png 2x, f.png",
    "c2.xhtml#x",
    "#a",
    "https://example.org/?a#b",
    "mailto:a@example.org",
  ]);
  expect(sanitized).toContain('<a href="https://example.org/?a#b" target="_blank">');
  expect(sanitized).toContain("background:url(&quot;../../media/g.png&quot;)");
});

test("keeps footnotes, tables, drawings, formulas and media", async () => {
  const body = `<aside epub:type="footnote" id="n"><p>Note</p></aside><table><tbody><tr><td colspan="2">a</td></tr></tbody></table>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="g"/><rect fill="url(#g)" width="9"/></svg>
    <math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math><ruby>一<rt>いち</rt></ruby><audio src="a.mp3" controls="controls"/><details open="open"><summary>S</summary></details><p xml:lang="de" data-a="1" aria-label="b" class="c">d</p>`;
  club.pass(1);
  await club.giveText({ chapters: [{ title: "One", body }] });
  const sanitized = await (await club.text("OEBPS/text/c1.xhtml")).text();
  for (const part of [
    'epub:type="footnote" id="n"',
    '<td colspan="2">',
    'viewBox="0 0 9 9"',
    "<linearGradient",
    "<mi>x</mi>",
    "<rt>いち</rt>",
    '<audio src="a.mp3" controls="controls">',
    '<details open="open"><summary>',
    '<p xml:lang="de" data-a="1" aria-label="b" class="c">',
  ])
    expect(sanitized).toContain(part);
});

const ALLOWED_ELEMENTS = new Set([
  "http://www.w3.org/1999/xhtml",
  "http://www.w3.org/2000/svg",
  "http://www.w3.org/1998/Math/MathML",
]);
const RUNS = new Set(
  "applet base embed fencedframe frame frameset handler iframe listener noscript object param portal script template".split(
    " ",
  ),
);
const LOADS = new Set(
  "action archive background cite code codebase data form formaction href imagesrcset longdesc lowsrc manifest ping poster profile src srcdoc srcset usemap xlink:href".split(
    " ",
  ),
);

/**
 * Parts of a page that could run, frame, redirect or load something, parsed as browsers parse XML. @throws Error if it
 * isn't XML
 */
function findActive(page: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let style = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", (doctype) => {
    if (doctype.trim() !== "html") found.push(`<!doctype ${doctype}>`);
  });
  parser.on("processinginstruction", ({ target }) => void found.push(`<?${target}?>`));
  parser.on("opentag", ({ name, local, uri, attributes }) => {
    const lowerName = local.toLowerCase();
    if (!ALLOWED_ELEMENTS.has(uri) || RUNS.has(lowerName)) found.push(`<${name}>`);
    if (lowerName === "style") style += 1;
    for (const { name: attribute, value } of Object.values(attributes)) {
      const plain = attribute.toLowerCase();
      const address = value.replaceAll(/[\p{Cc}\s]/gu, "").toLowerCase();
      const leaves =
        /^(?:[a-z][a-z\d+.-]*:|[\\/])/.test(address) && !/^data:(?:image|font|audio|video)\//.test(address);
      const isLink = lowerName === "a" || lowerName === "area";
      const isSafeLink = isLink && plain === "href" && /^(?:https?|mailto|tel):/.test(address);
      if (/^on|^http-equiv$|:base$/.test(plain)) found.push(`${name} ${attribute}`);
      if (LOADS.has(plain) && leaves && !isSafeLink) found.push(`${name} ${attribute}=${value}`);
      if (/^(?:java|vb|live)script:/.test(address)) found.push(`${name} ${attribute}=${value}`);
      if (plain === "attributename" && /href|src|^on/.test(address)) found.push(`${name} ${attribute}=${value}`);
      if (plain === "style" || uri.endsWith("/svg"))
        found.push(...outsideCss(value).map((part) => `${name} ${attribute}: ${part}`));
    }
  });
  parser.on("closetag", ({ local }) => {
    if (local.toLowerCase() === "style") style -= 1;
  });
  parser.on("text", (text) => {
    if (style > 0) found.push(...outsideCss(text));
  });
  parser.write(page).close();
  return found;
}

/** Parts of a style that could load something, after resolving escapes as browsers do. */
function outsideCss(css: string): string[] {
  const plain = css
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0xffff)),
    )
    .replaceAll("\\", "")
    .replaceAll(/(?<![\w(-]\s*|@import\s*)(?:"[^"\n]*"|'[^'\n]*')/gi, "");
  const addresses = [
    ...plain.matchAll(/(?<![\w-])(?:url|src|image-set)\(\s*["']?([^"')]*)/gi),
    ...plain.matchAll(/@import\s+["']([^"']*)/gi),
  ];
  return addresses
    .map(([, address = ""]) => address.trim())
    .filter(
      (address) =>
        /^(?:[a-z][a-z\d+.-]*:|[\\/])/i.test(address) && !/^(?:data:(?:image|font)\/|about:invalid)/i.test(address),
    );
}
