import { afterAll, describe, expect, test } from "bun:test";

import { SaxesParser } from "saxes";

import { createReadingClub } from "#tests/support/reading-club.ts";

const club = await createReadingClub();
afterAll(() => club.close());

const OUTSIDE_ORIGIN = "https://outside.example";
const LOADING_ELEMENTS = `<img src="${OUTSIDE_ORIGIN}/a.png"/><iframe src="${OUTSIDE_ORIGIN}/f"></iframe><link rel="preconnect" href="${OUTSIDE_ORIGIN}"/>`;

/** Payloads; each is tried in a well-formed and in a malformed chapter. */
const PAYLOADS: Record<string, string> = {
  "in a noscript": `<noscript><script>alert(1)</script>${LOADING_ELEMENTS}<meta http-equiv="refresh" content="0;url=${OUTSIDE_ORIGIN}"/></noscript>`,
  "in a noscript in the attribute of another": `<noscript><p title="</noscript><img src='${OUTSIDE_ORIGIN}/a.png'/>"></p></noscript>`,
  "in noembed, noframes, xmp and listing": ["noembed", "noframes", "xmp", "listing"]
    .map((name) => `<${name}>${LOADING_ELEMENTS}</${name}>`)
    .join(""),
  "after an attribute that ends raw text": `<style><a title="</style><img src='${OUTSIDE_ORIGIN}/a.png'/>"></a></style>`,
  "in a textarea, a title and a select": `<textarea>${LOADING_ELEMENTS}</textarea><title>${LOADING_ELEMENTS}</title><select>${LOADING_ELEMENTS}</select>`,
  "in a template": `<template>${LOADING_ELEMENTS}</template><div><template shadowrootmode="open">${LOADING_ELEMENTS}</template></div>`,
  "after a comment that ends early": `<!-- > --><!--a--!><p>${LOADING_ELEMENTS}</p><!--->${LOADING_ELEMENTS}-->`,
  "in CDATA": `<![CDATA[${LOADING_ELEMENTS}]]><svg xmlns="http://www.w3.org/2000/svg"><desc><![CDATA[</desc><script>alert(1)</script>]]></desc></svg>`,
  "in a processing instruction": `<?xml-stylesheet href="${OUTSIDE_ORIGIN}/a.xsl" type="text/xsl"?>`,
  "in foreign content": `<svg xmlns="http://www.w3.org/2000/svg"><style>&lt;/style>&lt;img src="${OUTSIDE_ORIGIN}"></style><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${OUTSIDE_ORIGIN}"></iframe></foreignObject></svg>
    <math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${OUTSIDE_ORIGIN}&gt;"/></mglyph></table></mtext></math>`,
  "by a handler": `<p onclick="alert(1)" OnMouseOver="alert(1)">a</p><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><g onbegin="alert(1)"/></svg>`,
  "by a link that runs": `<a href="java&#10;script:alert(1)">a</a><a href=" &#9;javascript:alert(1)">b</a><math xmlns="http://www.w3.org/1998/Math/MathML"><mtext href="javascript:alert(1)">m</mtext></math>`,
  "by XLink under another prefix": `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><image x:href="${OUTSIDE_ORIGIN}/a.png"/><a x:href="javascript:alert(1)"><text>a</text></a><use x:href="${OUTSIDE_ORIGIN}/a.svg#a"/></svg>`,
  "by an animated address": `<svg xmlns="http://www.w3.org/2000/svg"><a id="a"><set attributeName="href" to="javascript:alert(1)"/><animate attributeName="xlink:href" values="#a;javascript:alert(1)"/><text>a</text></a><image><animate attributeName="href" from="${OUTSIDE_ORIGIN}/1.png" to="${OUTSIDE_ORIGIN}/2.png"/></image><rect><set attributeName="fill" to="url(${OUTSIDE_ORIGIN}/a.svg#a)"/><set attributeName="onclick" to="alert(1)"/></rect></svg>`,
  "by a style": `<style>@import "${OUTSIDE_ORIGIN}/a.css"; @import url(${OUTSIDE_ORIGIN}/b.css); @\\69mport '${OUTSIDE_ORIGIN}/c.css'; a{background:u\\72l("${OUTSIDE_ORIGIN}/a.png");cursor:image-set("${OUTSIDE_ORIGIN}/b.png" 1x)} @font-face{src:url(//outside.example/a.woff)}</style>`,
  "by an attribute of style": `<p style="background:url(${OUTSIDE_ORIGIN}/a.png);list-style:image-set('${OUTSIDE_ORIGIN}/b.png' 1x)">a</p><svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(${OUTSIDE_ORIGIN}/a.svg#a)" filter="u\\72l(${OUTSIDE_ORIGIN}/a.svg#b)"/></svg>`,
  "by media and their images": `<video src="${OUTSIDE_ORIGIN}/a.mp4" poster="${OUTSIDE_ORIGIN}/a.png"><source src="//outside.example/b.mp4"/><track src="${OUTSIDE_ORIGIN}/a.vtt"/></video><image><source srcset="${OUTSIDE_ORIGIN}/a.png 1x, b.png 2x"/><img src="\\\\outside.example\\a.png" srcset="${OUTSIDE_ORIGIN}/c.png 2x" alt=""/></image>`,
  "by a form": `<form action="${OUTSIDE_ORIGIN}"><input type="image" src="${OUTSIDE_ORIGIN}/a.png"/><button formaction="${OUTSIDE_ORIGIN}">Send</button></form><table background="${OUTSIDE_ORIGIN}/a.png"><tr><td background="${OUTSIDE_ORIGIN}/b.png">a</td></tr></table>`,
  "by a base": `<base href="${OUTSIDE_ORIGIN}"/><div xml:base="${OUTSIDE_ORIGIN}">a</div>`,
  "by a link": ["preconnect", "dns-prefetch", "prefetch", "preload", "manifest", "icon", "stylesheet preconnect"]
    .map((rel) => `<link rel="${rel}" href="${OUTSIDE_ORIGIN}"/>`)
    .join(""),
  "by the club's own addresses":
    '<img src="/api/profile/export" alt=""/><img src="../../../../../../auth/user" alt=""/><p style="background:url(/api/club)">a</p>',
  "by an element of another prefix":
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script><h:img xmlns:h="http://www.w3.org/1999/xhtml" onerror="alert(1)"/>',
  "in plain text that never ends": `<plaintext>${LOADING_ELEMENTS}</plaintext>`,
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
    const wellFormedPages = [
      "in a noscript",
      "in a template",
      "by a handler",
      "by a link that runs",
      "by an animated address",
      "by a style",
      "by an attribute of style",
      "by media and their images",
      "by a form",
      "by a base",
      "by a link",
      "by the club's own addresses",
    ];
    for (const name of wellFormedPages) expect(findActive(toXhtml(PAYLOADS[name] ?? "")), name).not.toEqual([]);
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
const RUNNING_ELEMENTS = new Set(
  "applet base embed fencedframe frame frameset handler iframe listener noscript object param portal script template".split(
    " ",
  ),
);
const LOADING_ATTRIBUTES = new Set(
  "action archive background cite code codebase data form formaction href imagesrcset longdesc lowsrc manifest ping poster profile src srcdoc srcset usemap xlink:href".split(
    " ",
  ),
);

/**
 * Parts of a page that could run, frame, redirect or load something, parsed as browsers parse XML. @throws Error if it
 * isn't XML
 */
function findActive(page: string): string[] {
  const activeParts: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let styleDepth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", (doctype) => {
    if (doctype.trim() !== "html") activeParts.push(`<!doctype ${doctype}>`);
  });
  parser.on("processinginstruction", ({ target }) => void activeParts.push(`<?${target}?>`));
  parser.on("opentag", ({ name, local, uri, attributes }) => {
    const lowerName = local.toLowerCase();
    if (!ALLOWED_ELEMENTS.has(uri) || RUNNING_ELEMENTS.has(lowerName)) activeParts.push(`<${name}>`);
    if (lowerName === "style") styleDepth += 1;
    for (const { name: attribute, value } of Object.values(attributes)) {
      const attributeName = attribute.toLowerCase();
      const address = value.replaceAll(/[\p{Cc}\s]/gu, "").toLowerCase();
      const isOutside =
        /^(?:[a-z][a-z\d+.-]*:|[\\/])/.test(address) && !/^data:(?:image|font|audio|video)\//.test(address);
      const isLink = lowerName === "a" || lowerName === "area";
      const isSafeLink = isLink && attributeName === "href" && /^(?:https?|mailto|tel):/.test(address);
      if (/^on|^http-equiv$|:base$/.test(attributeName)) activeParts.push(`${name} ${attribute}`);
      if (LOADING_ATTRIBUTES.has(attributeName) && isOutside && !isSafeLink)
        activeParts.push(`${name} ${attribute}=${value}`);
      if (/^(?:java|vb|live)script:/.test(address)) activeParts.push(`${name} ${attribute}=${value}`);
      if (attributeName === "attributename" && /href|src|^on/.test(address))
        activeParts.push(`${name} ${attribute}=${value}`);
      if (attributeName === "style" || uri.endsWith("/svg"))
        activeParts.push(...findOutsideCss(value).map((part) => `${name} ${attribute}: ${part}`));
    }
  });
  parser.on("closetag", ({ local }) => {
    if (local.toLowerCase() === "style") styleDepth -= 1;
  });
  parser.on("text", (text) => {
    if (styleDepth > 0) activeParts.push(...findOutsideCss(text));
  });
  parser.write(page).close();
  return activeParts;
}

/** Parts of a style that could load something, after resolving escapes as browsers do. */
function findOutsideCss(css: string): string[] {
  const plainCss = css
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0xffff)),
    )
    .replaceAll("\\", "")
    .replaceAll(/(?<![\w(-]\s*|@import\s*)(?:"[^"\n]*"|'[^'\n]*')/gi, "");
  const addresses = [
    ...plainCss.matchAll(/(?<![\w-])(?:url|src|image-set)\(\s*["']?([^"')]*)/gi),
    ...plainCss.matchAll(/@import\s+["']([^"']*)/gi),
  ];
  return addresses
    .map(([, address = ""]) => address.trim())
    .filter(
      (address) =>
        /^(?:[a-z][a-z\d+.-]*:|[\\/])/i.test(address) && !/^(?:data:(?:image|font)\/|about:invalid)/i.test(address),
    );
}
